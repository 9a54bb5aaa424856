import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { LogbookContent } from '../collect/collect-logbook.ts'
import { countryName, createTimeFormats, fill, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { logbookData } from './document-data.ts'
import { entryTexts, erasedPersonText } from './entry-texts.ts'
import { pdfRenderer } from './render-pdf.ts'

type LogbookTexts = ReportTexts['logbook']
type Day = (at: string) => string

/** Describes the filter of the entries: "from 1 March · Faults · 0A1B2C". */
const filterOf = (
  { asked: request }: LogbookContent,
  logbookTexts: LogbookTexts,
  printable: (text: string) => string,
  day: Day,
): string => {
  const { from, to, of: entryGroup, topic, result, search } = request
  const span = [from && fill(logbookTexts.from, 'day', day(from)), to && fill(logbookTexts.to, 'day', day(to))]
    .filter(Boolean)
    .join(' ')
  const filterTexts = [
    span,
    entryGroup && logbookTexts.group[entryGroup],
    topic?.slice(topic.indexOf('_') + 1),
    result && logbookTexts.result[result],
  ]
  const text = [...filterTexts, search.trim() && `“${printable(search.trim())}”`].filter(Boolean).join(' · ')
  return text === '' ? logbookTexts.all : fill(logbookTexts.filter, 'filter', text)
}

const signedText = (
  { signed }: LogbookContent,
  logbookTexts: LogbookTexts,
  number: Intl.NumberFormat,
  zoned: Day,
): string => {
  if (!signed) return logbookTexts.notSigned
  const signer = fill(
    fill(logbookTexts.signedBy, 'day', zoned(signed.at)),
    'name',
    signed.by ?? erasedPersonText(signed.person, logbookTexts),
  )
  return `${fill(logbookTexts.signedUpTo, 'no', number.format(signed.upTo))}, ${signer}`
}

const notesOf = (
  { entries, total, hidden }: LogbookContent,
  logbookTexts: LogbookTexts,
  language: Language,
): string[] => [
  ...(hidden > 0 ? [logbookTexts.basic] : []),
  ...(total > entries.length ? [pluralText(logbookTexts, 'earlier', total - entries.length, language)] : []),
]

/** A logbook in the reader's language, every text printable. */
const dataOf = (
  content: LogbookContent,
  texts: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { plantname, timezone, owner, address, country, responsible, items } = content
  const logbookTexts = texts.logbook
  const number = new Intl.NumberFormat(localeOf(language))
  const clock = createTimeFormats(language, timezone)
  const dayFormat = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' })
  const day: Day = (date) => (date === '' ? '' : dayFormat.format(Date.parse(date)))
  const formats = { number: (value: number) => number.format(value), day, moment: clock.short }
  const place = [address, countryName(country, language)].filter(Boolean).join(', ')
  const done = items.filter(({ missing }) => missing === null).length
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${logbookTexts.title} – ${plantname}`),
    heading: logbookTexts.title,
    plant: printable(plantname),
    owner: printable(owner),
    place: printable(place),
    filter: filterOf(content, logbookTexts, printable, day),
    required: `${logbookTexts.required}: ${fill(fill(logbookTexts.done, 'done', String(done)), 'total', String(items.length))}`,
    items: items.map(({ item, missing }) => [
      `${missing === null ? '✓' : '○'} ${logbookTexts.item[item]}`,
      missing === null ? logbookTexts.complete : logbookTexts.missing[missing],
    ]),
    responsible: printable(
      responsible ? fill(logbookTexts.responsible, 'name', responsible) : logbookTexts.noResponsible,
    ),
    signed: printable(signedText(content, logbookTexts, number, clock.zoned)),
    notes: notesOf(content, logbookTexts, language),
    entries: content.entries.map((entry) => {
      const { title, detail, where, whose: author } = entryTexts(entry, logbookTexts, formats)
      const marks = { no: number.format(entry.no), at: clock.short(entry.at), title }
      return { ...marks, detail: printable(detail), where: printable(where), whose: printable(author) }
    }),
    words: {
      none: logbookTexts.none,
      responsible: texts.responsible,
      dateSignature: texts.dateSignature,
      columns: [logbookTexts.no, logbookTexts.time, logbookTexts.entry, logbookTexts.where, logbookTexts.by],
    },
  }
}

/** Renders the PDF of a logbook, times in the plant's zone. */
export const renderLogbook = pdfRenderer('logbook.typ', dataOf, logbookData)
