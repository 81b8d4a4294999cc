{#- Every class that is released holds at least k rows of T. -#}

{% test k_anonymity(model, k, private_count='private_count') %}
{%- do dpsql_settings() -%}
select *
from {{ model }}
where {{ private_count }} > 0 and {{ private_count }} < {{ dpsql_whole(k) }}
{% endtest %}
