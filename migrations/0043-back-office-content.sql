-- Whatever is sold is promised in full: what a refund counts with is the whole price (PRODUCT D10, D21).
create function check_package_weights() returns trigger language plpgsql set search_path from current as $$
begin
  if (
    select sum(weight) from package_line where package_id = new.package_id and version = new.version
  ) is distinct from 10000 then
    raise exception 'the lines of version % of % are not worth the whole price', new.version, new.package_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger package_line_weights after insert or update on package_line
  deferrable initially deferred for each row execute function check_package_weights();
