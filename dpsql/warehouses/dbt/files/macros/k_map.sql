{#- Every released row could stem from at least k people of P. -#}

{% test k_map(model, k, public_count='public_count', private_count='private_count') %}
{%- do dpsql_settings() -%}
select *
from {{ model }}
where {{ private_count }} > 0 and {{ public_count }} < {{ dpsql_whole(k) }}
{% endtest %}
