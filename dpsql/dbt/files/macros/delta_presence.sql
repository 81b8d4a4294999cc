{#- Everybody's presence, the share of a class of P that is in T, lies between min and max; of a model
    with a row per class of P, also of those without rows of T. Fails with the classes where not. -#}

{% test delta_presence(model, min='0', max='1', public_count='public_count', private_count='internal_private_count') %}
{%- set low = dpsql_fraction(min) -%}
{%- set high = dpsql_fraction(max) -%}
select *
from {{ model }}
where {{ dpsql_times(private_count, high[1]) }} > {{ dpsql_times(public_count, high[0]) }}
  or {{ dpsql_times(private_count, low[1]) }} < {{ dpsql_times(public_count, low[0]) }}
{% endtest %}
