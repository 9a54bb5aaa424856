import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { LogbookContent } from '../collect/collect-logbook.ts'
import { countryName, createTimeFormats, fill, localeOf, pluralText, type ReportTexts } from '../report-texts.ts'
import { logbookData } from './document-data.ts'
import { entryTexts } from './entry-texts.ts'
import { pdfRenderer } from './render-pdf.ts'

type LogbookTexts = ReportTexts['logbook']
type Day = (at: string) => string

/** Describes the filter of the entries: "from 1 March · Faults · 0A1B2C". */
const filterOf = (
  { asked }: LogbookContent,
  said: LogbookTexts,
  printable: (text: string) => string,
  day: Day,
): string => {
  const { from, to, of, topic, result, search } = asked
  const span = [from && fill(said.from, 'day', day(from)), to && fill(said.to, 'day', day(to))]
    .filter(Boolean)
    .join(' ')
  const narrowed = [span, of && said.group[of], topic?.slice(topic.indexOf('_') + 1), result && said.result[result]]
  const text = [...narrowed, search.trim() && `“${printable(search.trim())}”`].filter(Boolean).join(' · ')
  return text === '' ? said.all : fill(said.filter, 'filter', text)
}

const signedText = ({ signed }: LogbookContent, said: LogbookTexts, number: Intl.NumberFormat, zoned: Day): string => {
  if (!signed) return said.notSigned
  const by = fill(fill(said.signedBy, 'day', zoned(signed.at)), 'name', signed.by ?? said.said.erased)
  return `${fill(said.signedUpTo, 'no', number.format(signed.upTo))}, ${by}`
}

const notesOf = ({ entries, total, isBasic }: LogbookContent, said: LogbookTexts, language: Language): string[] => [
  ...(isBasic ? [said.basic] : []),
  ...(total > entries.length ? [pluralText(said, 'earlier', total - entries.length, language)] : []),
]

/** A logbook in the reader's language, every text printable. */
const dataOf = (
  content: LogbookContent,
  words: ReportTexts,
  language: Language,
  printable: (text: string) => string,
) => {
  const { plantname, timezone, owner, address, country, responsible, items } = content
  const said = words.logbook
  const number = new Intl.NumberFormat(localeOf(language))
  const clock = createTimeFormats(language, timezone)
  const plain = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', dateStyle: 'long' })
  const day: Day = (date) => (date === '' ? '' : plain.format(Date.parse(date)))
  const formats = { number: (value: number) => number.format(value), day, moment: clock.short }
  const place = [address, countryName(country, language)].filter(Boolean).join(', ')
  const done = items.filter(({ missing }) => missing === null).length
  return {
    lang: localeOf(language).slice(0, 2),
    title: printable(`${said.title} – ${plantname}`),
    heading: said.title,
    plant: printable(plantname),
    owner: printable(owner),
    place: printable(place),
    filter: filterOf(content, said, printable, day),
    required: `${said.required}: ${fill(fill(said.done, 'done', String(done)), 'total', String(items.length))}`,
    items: items.map(({ item, missing }) => [
      `${missing === null ? '✓' : '○'} ${said.item[item]}`,
      missing === null ? said.complete : said.missing[missing],
    ]),
    responsible: printable(responsible ? fill(said.responsible, 'name', responsible) : said.noResponsible),
    signed: printable(signedText(content, said, number, clock.zoned)),
    notes: notesOf(content, said, language),
    entries: content.entries.map((entry) => {
      const { title, detail, where, whose } = entryTexts(entry, said, formats)
      const marks = { no: number.format(entry.no), at: clock.short(entry.at), title }
      return { ...marks, detail: printable(detail), where: printable(where), whose: printable(whose) }
    }),
    words: {
      none: said.none,
      responsible: words.responsible,
      dateSignature: words.dateSignature,
      columns: [said.no, said.time, said.entry, said.where, said.by],
    },
  }
}

/** Renders the PDF of a logbook, times in the plant's zone. */
export const renderLogbook = pdfRenderer('logbook.typ', dataOf, logbookData)
