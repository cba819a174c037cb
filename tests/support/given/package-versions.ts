/**
 * Returns SQL that publishes a changed copy of the current version, because versions never change.
 * @param changes new column values, as SQL
 */
export function newVersion(
  packageId: string,
  changes: { net_price?: string; quantity?: string; weight?: string },
): string {
  const { net_price = 'net_price', quantity = 'quantity', weight = 'weight' } = changes
  const isCurrent = `package_id = '${packageId}' and version = (select current_version from package where id = '${packageId}')`
  return `do $$ begin
    insert into package_version (package_id, version, title, description, net_price, billing, span_weeks, span_months,
      features, image, created_at)
    select package_id, version + 1, title, description, ${net_price}, billing, span_weeks, span_months, features, image,
      created_at from package_version where ${isCurrent};
    insert into package_line (package_id, version, key, position, kind, title, minutes, unit, quantity, granted_per, weight)
    select package_id, version + 1, key, position, kind, title, minutes, unit, ${quantity}, granted_per, ${weight}
    from package_line where ${isCurrent};
    update package set current_version = current_version + 1 where id = '${packageId}';
  end $$`
}
