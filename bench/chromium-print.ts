import { measureThrice } from './measure.ts'
import { launch } from './web-browser.ts'

const escaped = (value: unknown): string =>
  String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')

/** Chromium's time from an HTML table of these rows to an A4 PDF, with the browser already running. */
export const printedByChromium = async (rows: readonly object[]): Promise<{ seconds: number[] }> => {
  const cells = (row: object): string =>
    Object.values(row)
      .map(
        (value) => `<td>${escaped(typeof value === 'object' && value ? Object.values(value).join(' ') : value)}</td>`,
      )
      .join('')
  const html = `<style>table { font: 8.5pt Inter, sans-serif; border-collapse: collapse } thead { display: table-header-group }</style>
    <table><thead><tr><th>Lamp</th></tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`
  const browser = await launch()
  try {
    const seconds = await measureThrice(async () => {
      const page = await browser.newPage()
      const startedAt = performance.now()
      await page.setContent(html)
      await page.pdf({ format: 'A4', tagged: true })
      const tookS = (performance.now() - startedAt) / 1000
      await page.close()
      return tookS
    })
    return { seconds }
  } finally {
    await browser.close()
  }
}
