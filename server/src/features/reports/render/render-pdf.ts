import { readFile } from 'node:fs/promises'
import { escapeFormula, quoteCell } from '@vigilux/contract/kernel/csv-cell.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import qrcode from 'qrcode-generator'
import type { Tx } from '../../../kernel/transaction.ts'
import { toZoned } from '../../../kernel/zoned.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { TimeStamp } from '../../../ports/time-stamps.ts'
import type { Attachment, Typesetter } from '../../../ports/typesetter.ts'
import { findHead, findResponsible, type StampHead } from '../../logbook/index.ts'
import { findLogo } from '../../pictures/index.ts'
import { createTimeFormats, fill, loadReportTexts, localeOf, type ReportTexts } from '../report-texts.ts'

/** Maximum size of a logo at the head of a page, in millimeters. */
const room = { width: 48, height: 10 }

/**
 * Wraps a PNG in an SVG, the typesetter's form for pictures in its data, at the largest fitting size. The pixel size is
 * read from the IHDR chunk of the PNG.
 */
const drawLogo = (png: Buffer): { svg: string; width: string } => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const scale = Math.min(room.width / width, room.height / height)
  const picture = `data:image/png;base64,${png.toString('base64')}`
  const sizeAttributes = `width="${width}" height="${height}"`
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" ${sizeAttributes} viewBox="0 0 ${width} ${height}"><image ${sizeAttributes} href="${picture}"/></svg>`,
    width: (width * scale).toFixed(2),
  }
}

/** Head and foot of every page: the plant, its logo, and the logbook head by which the document can be traced. */
export type DocumentStamp = {
  plantId: string
  /** Named in the logbook; in the head of each page. */
  responsible: string | null
  no: number
  hash: string | null
  verifier: string
  /** The authority's certificate of when this head existed; null without one. */
  timeStamp: TimeStamp | null
  /** The plant's logo as PNG, for the head of each page. */
  logo: Buffer | null
}

/** Fields common to all documents. */
export type DocumentContent = { plantname: string; timezone: string; madeAt: Date; proof: DocumentStamp }

/** The current head of a plant's logbook. */
export const readDocumentStamp = async (
  tx: Tx,
  { settings }: Pick<Ports, 'settings'>,
  { plantId, at }: { plantId: string; at: Date },
): Promise<DocumentStamp> => ({
  plantId,
  responsible: await findResponsible(tx, plantId, at),
  ...(await findHead(tx, plantId)),
  verifier: `${settings.publicUrl}/#/verify`,
  timeStamp: null,
  logo: await findLogo(tx, plantId),
})

/** Adds the time stamp of the logbook head. The authority may be slow, so no transaction may be open. */
export const withTimeStamp = async <Content extends DocumentContent>(
  content: Content,
  stampHead: StampHead,
): Promise<Content> => {
  const { plantId, hash } = content.proof
  const timeStamp = hash === null ? null : await stampHead(plantId, hash)
  return { ...content, proof: { ...content.proof, timeStamp } }
}

/** Text of the QR code: the page for checking exports, and the head, also printed beside the code. */
export const qrText = ({ verifier, no, hash }: DocumentStamp): string =>
  hash ? `${verifier}?no=${no}&head=${hash}` : verifier

/** A QR code as an SVG of one path, dark modules only, with the quiet zone required by readers. */
const qrPicture = (text: string): string => {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const modules = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (code.isDark(row, column) ? `M${column} ${row}h1v1h-1z` : '')),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 ${size + 4} ${size + 4}"><path d="${modules.flat().join('')}"/></svg>`
}

/** Parts of the head and the foot of each page, in the reader's language. */
export const pageFooter = (
  { proof, madeAt, timezone }: DocumentContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { no, hash, plantId, verifier, timeStamp, responsible } = proof
  const { responsible: named, noResponsible } = texts.logbook
  const stampTexts = texts.foot
  const { zoned } = createTimeFormats(language, timezone)
  const stamp =
    timeStamp && fill(fill(stampTexts.stamp, 'at', zoned(timeStamp.at)), 'authority', printable(timeStamp.authority))
  const number = new Intl.NumberFormat(localeOf(language))
  return {
    page: texts.page,
    responsible: printable(responsible ? fill(named, 'name', responsible) : noResponsible),
    head: hash ? fill(stampTexts.head, 'no', number.format(no)) : stampTexts.none,
    hash: hash ?? '',
    check: `${fill(stampTexts.check, 'address', verifier)} · ${fill(stampTexts.plant, 'id', plantId)}`,
    stamp: hash ? (stamp ?? stampTexts.noStamp) : '',
    made: [fill(stampTexts.made, 'at', zoned(madeAt)), fill(stampTexts.times, 'zone', timezone), 'Vigilux'].join(' · '),
    qr: qrPicture(qrText(proof)),
    logo: proof.logo && drawLogo(proof.logo),
  }
}

/** Value of a cell; empty for null. */
type Cell = string | number | boolean | null

/** A document's content for programs: codes, and times in UTC as ISO 8601, under the same names in every language. */
export type AttachedData = {
  /** Base name of the files; it identifies the format of their content. */
  name: string
  /** One object per row of the document's list, all with the same keys. */
  rows: readonly Readonly<Record<string, Cell>>[]
  /** The document's content besides the list. */
  about: object
}

const isMoment = (value: Cell): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))

const cellOf = (value: Cell, timezone: string): string => {
  if (isMoment(value)) return toZoned(new Date(value), timezone).toString({ timeZoneName: 'never' })
  return typeof value === 'string' ? quoteCell(escapeFormula(value)) : String(value ?? '')
}

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark; without rows there is no header. Times are local to the plant
 * with their offset, and the column name contains the zone.
 */
const csvOf = (rows: AttachedData['rows'], timezone: string): string => {
  const names = Object.keys(rows[0] ?? {})
  const head = names.map((name) => (rows.some((row) => isMoment(row[name] ?? null)) ? `${name} (${timezone})` : name))
  const lines = [head.map(quoteCell), ...rows.map((row) => Object.values(row).map((value) => cellOf(value, timezone)))]
  return `\uFEFF${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`
}

/** A document's two attached data files: its rows as CSV, and everything as JSON. */
export const attachmentsOf = (
  { plantname, timezone, madeAt, proof }: DocumentContent,
  { name, rows, about }: AttachedData,
): Attachment[] => {
  const { plantId, no, hash, timeStamp } = proof
  const json = {
    format: `vigilux-${name}-1`,
    plant: { id: plantId, name: plantname, timezone },
    madeAt: madeAt.toISOString(),
    logbook: { no, head: hash, timeStamp: timeStamp && { token: timeStamp.token } },
    ...about,
    rows,
  }
  return [
    { name: `${name}.csv`, type: 'text/csv', description: 'Rows', content: csvOf(rows, timezone) },
    { name: `${name}.json`, type: 'application/json', description: 'Data', content: JSON.stringify(json) },
  ]
}

const sourceOf = (name: string): Promise<string> => readFile(new URL(name, import.meta.url), 'utf8')

/**
 * Creates the renderer of a document: tagged PDF/A-3 in the reader's language, with the logbook head on each page.
 * `dataOf` words the content for the Typst source of this name, with every user text made printable; `attachedOf`
 * returns the data for programs.
 */
export const pdfRenderer =
  <Content extends DocumentContent>(
    name: string,
    dataOf: (content: Content, texts: ReportTexts, language: Language, printable: Typesetter['printable']) => object,
    attachedOf: (content: Content) => AttachedData,
    picturesOf: (content: Content) => { name: string; content: Uint8Array }[] = () => [],
  ) =>
  async (content: Content, language: Language, typesetter: Typesetter, signal: AbortSignal): Promise<Uint8Array> => {
    const source = (await Promise.all(['foot.typ', name].map(sourceOf))).join('\n')
    const texts = await loadReportTexts(language)
    const data = {
      ...dataOf(content, texts, language, typesetter.printable),
      foot: pageFooter(content, texts, language, typesetter.printable),
    }
    const attachments = attachmentsOf(content, attachedOf(content))
    const pictures = picturesOf(content)
    return typesetter.typeset({ source, data, attachments, pictures, madeAt: content.madeAt }, signal)
  }
