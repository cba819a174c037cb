import type pg from 'pg'

/** If a test has left more rows than this, resetting would slow the following tests, so the database is discarded. */
const MANY_ROWS = 5_000

/** Saves the current content of the database for `resetToSeed`. */
export async function saveSeed(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema seed;
    create table seed.part (name text primary key, columns text, sequence regclass, last_value bigint, is_called boolean);

    do $$
    declare
      relation record;
      has_rows boolean;
    begin
      for relation in
        select format('%I.%I', n.nspname, c.relname) as name, c.oid, c.relkind,
          (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'S')
      loop
        if relation.relkind = 'S' then
          insert into seed.part (name, sequence) values (relation.name, relation.oid::regclass);
          execute format('update seed.part set (last_value, is_called) = (select last_value, is_called from %s) where name = %L', relation.name, relation.name);
        else
          execute format('select exists (select from %s)', relation.name) into has_rows;
          insert into seed.part (name, columns) values (relation.name, case when has_rows then relation.columns end);
          if has_rows then execute format('create table seed.%I as select %s from %s', relation.name, relation.columns, relation.name); end if;
        end if;
      end loop;
    end $$;

    create function seed.schema_state() returns text language sql as $$
      select concat_ws(' ',
        (select concat(count(*), '/', sum(oid::bigint)) from pg_class where relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss', 'seed'))),
        (select concat(count(*), '/', sum(oid::bigint), '/', sum((tgenabled <> 'O')::int)) from pg_trigger),
        (select concat(count(*), '/', sum(oid::bigint), '/', sum(hashtext(prosrc)::bigint)) from pg_proc where oid > 16384),
        (select concat(count(*), '/', sum(oid::bigint)) from pg_constraint),
        (select concat(count(*), '/', sum(attnotnull::int), '/', sum(atthasdef::int), '/', sum(attisdropped::int)) from pg_attribute where attrelid > 16384 and attnum > 0),
        (select count(*) from pg_namespace where nspname !~ '^pg_(toast_)?temp'))
    $$;
    create table seed.state (value text);

    -- Returns the number of deleted rows, or null if a test changed the schema.
    create function seed.reset() returns bigint language plpgsql as $$
    declare
      part record;
      deleted bigint;
      total bigint := 0;
    begin
      if seed.schema_state() <> (select value from seed.state) then return null; end if;
      -- Without foreign keys and triggers, because the tables are emptied one by one.
      perform set_config('session_replication_role', 'replica', true);
      for part in select * from seed.part loop
        if part.sequence is not null then
          perform setval(part.sequence, coalesce(part.last_value, 1), part.is_called);
        else
          execute format('delete from %s', part.name);
          get diagnostics deleted = row_count;
          total := total + deleted;
          if part.columns is not null then
            execute format('insert into %s (%s) overriding system value select %s from seed.%I', part.name, part.columns, part.columns, part.name);
          end if;
        end if;
      end loop;
      return total;
    end $$;

    -- Created last, so that it includes everything else.
    insert into seed.state select seed.schema_state();
  `)
}

/** @returns false if the database could not be reset and must be discarded */
export async function resetToSeed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ deleted: number | null }>('select seed.reset() as deleted')
  return rows.some(({ deleted }) => deleted !== null && deleted < MANY_ROWS)
}
