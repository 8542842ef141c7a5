create extension pg_stat_statements;
