{#- Everybody's presence, the share of a class of P that is in T, lies between min and max; of a model
    with a row per class of P, also of those without rows of T. One of the two may be left out. Fails
    with the classes where not. -#}

{% test delta_presence(model, min=none, max=none, public_count='public_count', private_count='private_count') %}
{%- if min is none and max is none -%}
  {{ exceptions.raise_compiler_error("delta_presence: give it min, max or both; without them every class passes") }}
{%- endif -%}
{%- do dpsql_settings() -%}
{%- set low = dpsql_fraction('0' if min is none else min) -%}
{%- set high = dpsql_fraction('1' if max is none else max) -%}
select *
from {{ model }}
where {{ dpsql_times(private_count, high[1]) }} > {{ dpsql_times(public_count, high[0]) }}
  or {{ dpsql_times(private_count, low[1]) }} < {{ dpsql_times(public_count, low[0]) }}
{% endtest %}
