/** Every row of a paged list, for an export: reads page after page until all rows are there or a page is empty. */
export async function allPages<Row>(
  askFor: (page: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await askFor(page)
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}
