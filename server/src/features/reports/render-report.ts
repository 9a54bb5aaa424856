import { readFile } from 'node:fs/promises'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { Typesetter } from '../../ports/typesetter.ts'
import type { ReportContent } from './collect-report.ts'
import english from './locales/en.json' with { type: 'json' }

type Words = typeof english

const wordsOf = async (language: Language): Promise<Words> =>
  JSON.parse(await readFile(new URL(`./locales/${language}.json`, import.meta.url), 'utf8')) as Words

/** The language as the rest of the world names it: dates, and the document's own language. */
const tagOf = (language: Language): string => ({ no: 'nb', pt: 'pt-PT', en: 'en-GB' })[language as 'no'] ?? language

const fill = (text: string, name: string, value: string): string => text.replace(`{${name}}`, value)

const clocks = (language: Language, timeZone: string) => {
  const short = new Intl.DateTimeFormat(tagOf(language), { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const zoned = new Intl.DateTimeFormat(tagOf(language), {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return {
    short: (at: string | null) => (at ? short.format(new Date(at)) : ''),
    zoned: (at: string | Date | null) => (at ? zoned.format(new Date(at)) : ''),
  }
}

const outcomeOf = (words: Words, { result, reason, measured_s, rated_min }: TestResult): string => {
  const because = reason ? `: ${words.reasons[reason]}` : ''
  const lasted =
    measured_s === null
      ? ''
      : ` (${fill(words.lasted, 'minutes', rated_min === null ? String(Math.floor(measured_s / 60)) : `${Math.floor(measured_s / 60)} / ${rated_min}`)})`
  return `${words.outcomes[result]}${because}${lasted}`
}

/** How the test ended, with what stopped it where that was no person. */
const stateOf = (words: Words, { state, reason }: ReportContent['test']): string => {
  const because = reason === 'stopped_by_user' ? undefined : new Map(Object.entries(words.reasons)).get(reason ?? '')
  return because ? `${words.states[state]}: ${because}` : words.states[state]
}

const factsOf = (words: Words, { test, owner, madeAt }: ReportContent, clock: ReturnType<typeof clocks>) => {
  const startedBy = test.trigger === 'user' ? (test.requestedBy ?? '') : words.triggers[test.trigger]
  const [type = '', serial = ''] = test.cu.split('_')
  const period = [clock.zoned(test.startedAt ?? test.requestedAt), clock.zoned(test.endedAt)].filter(Boolean)
  return [
    [words.facts.test, words.kinds[test.kind]],
    [words.facts.unit, `${type} ${serial}`],
    [words.facts.owner, owner],
    [words.facts.startedBy, startedBy],
    [words.facts.period, period.join(' – ')],
    [words.facts.state, stateOf(words, test)],
    [words.facts.made, clock.zoned(madeAt)],
  ].filter(([, value]) => value !== '')
}

/** What the reader has to know before the results. */
const notesOf = (words: Words, { test, results, resultFilter }: ReportContent): string[] => {
  const shown = resultFilter ? words.outcomes[resultFilter] : null
  const isClockWrong = test.clockWrong || results.some((row) => row.clockWrong)
  return [...(shown ? [fill(words.onlyShown, 'result', shown)] : []), ...(isClockWrong ? [words.clockWrong] : [])]
}

/** The report in the reader's words, every text printable. */
const dataOf = (content: ReportContent, words: Words, language: Language, printable: (text: string) => string) => {
  const { test, results, timezone, madeAt } = content
  const clock = clocks(language, timezone)
  const number = new Intl.NumberFormat(tagOf(language))
  return {
    lang: tagOf(language).slice(0, 2),
    title: printable(`${words.title} – ${content.plantname}`),
    plant: printable(content.plantname),
    place: printable(content.address),
    madeAt: clock.zoned(madeAt),
    words: {
      register: words.register,
      page: words.page,
      results: words.results,
      noResults: words.noResults,
      responsible: words.responsible,
      dateSignature: words.dateSignature,
      columns: Object.values(words.columns),
    },
    facts: factsOf(words, content, clock).map(([label = '', value = '']) => [label, printable(value)]),
    summary: [
      [words.summary.lamps, number.format(test.total)],
      [words.summary.passed, number.format(test.passed)],
      [words.summary.failed, number.format(test.failed)],
      [words.summary.notExecuted, number.format(test.notExecuted)],
    ],
    notes: notesOf(words, content),
    rows: results.map((row) => ({
      lamp: String(row.lamp),
      serial: printable(row.serial),
      description: printable(row.description),
      location: printable(row.location),
      result: row.result,
      outcome: outcomeOf(words, row),
      at: clock.short(row.at),
    })),
  }
}

/** Puts a report on paper: tagged PDF/A in the reader's language, times in the plant's zone. */
export const renderReport = async (
  content: ReportContent,
  language: Language,
  typesetter: Typesetter,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const source = await readFile(new URL('./test-report.typ', import.meta.url), 'utf8')
  const data = dataOf(content, await wordsOf(language), language, typesetter.printable)
  return typesetter.typeset({ source, data, madeAt: content.madeAt }, signal)
}
