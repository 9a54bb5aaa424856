/** Every row of a paged list, for an export: reads page after page until all rows are there or a page is empty. */
export async function allPages<Row>(
  requestPage: (page: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const allRows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await requestPage(page)
    allRows.push(...rows)
    if (rows.length === 0 || allRows.length >= total) return allRows
  }
}
