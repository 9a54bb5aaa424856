import type { CellDamage } from './sheet.ts'

/** How a spreadsheet shows a number: with leading zeros, in percent, or as a number made of a text. */
export type CellFormat = { zeros: number } | { percentDecimals: number } | 'madeNumber'

const builtInFormats: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  48: '##0.0E+0',
}

const formatOf = (code: string): CellFormat | undefined => {
  if (/^0{2,}$/.test(code)) return { zeros: code.length }
  const [isPercent, decimals = ''] = /^0(?:\.(0+))?%$/.exec(code) ?? []
  if (isPercent) return { percentDecimals: decimals.length }
  // Texts such as `1E5` and `0 1/2` become scientific numbers and fractions.
  return /[0#?]E[+-]|\?\/\?/.test(code) ? 'madeNumber' : undefined
}

export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}=(["'])(.*?)\\1`, 'u').exec(tag)?.[2]

/** The formats by style index, from `xl/styles.xml`; undefined for other formats. */
export function readFormats(styles: string): (CellFormat | undefined)[] {
  const customFormats = new Map(
    (styles.match(/<(?:\w+:)?numFmt\s[^>]*>/gu) ?? []).map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      attribute(tag, 'formatCode') ?? '',
    ]),
  )
  const cellStyles = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/u.exec(styles)?.[0] ?? ''
  return (cellStyles.match(/<(?:\w+:)?xf\s[^>]*>/gu) ?? []).map((tag) => {
    const id = Number(attribute(tag, 'numFmtId'))
    return formatOf(customFormats.get(id) ?? builtInFormats[id] ?? '')
  })
}

/** A cell whose text is not the one typed. */
export class DamagedCell {
  readonly text: string
  readonly damage: CellDamage
  constructor(text: string, damage: CellDamage) {
    this.text = text
    this.damage = damage
  }
}

/** A number as the spreadsheet shows it; spreadsheets have 15 digits. */
export function formatNumber(value: number, format: CellFormat | undefined): string | DamagedCell {
  const text = String(Number(value.toPrecision(15)))
  if (format === undefined) return text
  if (format === 'madeNumber') return new DamagedCell(text, 'madeNumber')
  return 'zeros' in format ? text.padStart(format.zeros, '0') : `${(value * 100).toFixed(format.percentDecimals)}%`
}
