{#- What models and tests rely on is set on their own connection, while they are rendered: dbt may open
    one for each of them, and tests have no hooks. -#}

{%- macro dpsql_settings() -%}
  {%- if execute -%}
    {%- for setting in var('dpsql_settings', []) -%}
      {%- call statement('dpsql_setting', fetch_result=false, auto_begin=false) -%}{{ setting }}{%- endcall -%}
    {%- endfor -%}
  {%- endif -%}
{%- endmacro -%}
