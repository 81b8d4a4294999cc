{#- Thresholds are compared as integers, exactly: 1/3 is not 0.333. What is no number
    would be 0 to Jinja, and the test would pass: it is refused. -#}

{%- macro dpsql_fraction(value) -%}
  {%- set text = value | string | trim -%}
  {%- if modules.re.fullmatch('[0-9]{1,18}/[1-9][0-9]{0,17}', text) -%}
    {{ return([text.split('/')[0] | int, text.split('/')[1] | int]) }}
  {%- elif modules.re.fullmatch('[0-9]([.][0-9]{1,18})?', text) -%}
    {%- set decimals = text.partition('.')[2] -%}
    {{ return([text.replace('.', '') | int, 10 ** (decimals | length)]) }}
  {%- endif -%}
  {{ exceptions.raise_compiler_error("a threshold is a fraction such as '1/5' or a decimal, in quotes; not " ~ text) }}
{%- endmacro -%}

{%- macro dpsql_whole(value) -%}
  {%- set text = value | string | trim -%}
  {%- if modules.re.fullmatch('[1-9][0-9]{0,17}', text) -%}
    {{ return(text) }}
  {%- endif -%}
  {{ exceptions.raise_compiler_error("k is a whole number of at least 1; not " ~ text) }}
{%- endmacro -%}

{%- macro dpsql_times(count, factor) -%}
  cast({{ count }} as {{ dpsql_exact() }}) * cast({{ factor }} as {{ dpsql_exact() }})
{%- endmacro -%}

{%- macro dpsql_exact() -%}
  {{ return(adapter.dispatch('dpsql_exact')()) }}
{%- endmacro -%}

{%- macro default__dpsql_exact() -%} decimal(19, 0) {%- endmacro -%}

{%- macro bigquery__dpsql_exact() -%} bignumeric {%- endmacro -%}
