import { type SealedEntry, sealInputOfCanonical } from './chain.rules.ts'
import { type FormFault, malformed, type TextLine } from './export-form.ts'
import { type ExportHeader, type ExportLine, restoredFacts } from './sealed-export.ts'
import type { VerifierPorts } from './verifier-ports.ts'

/** How the chain breaks at an entry. */
export type Break = 'changed' | 'missing' | 'swapped' | 'cutOff'
export type ChainBreak = { verdict: Break; no: number; line: number }
export type Fault = ChainBreak | FormFault

/** Earliest and latest time of the entries. */
export type Period = { from: string; to: string }

/** Restore: events between these times may be missing. Numbers continue at `no`, not after `after`. */
export type NumberGap = { after: number; no: number; from: string; to: string }

const entryStart = '{"entry":'
/** Length of the rest of an entry line: `,"hash":"`, 64 digits, `"}`. */
const hashLength = 9 + 64 + 2

/** Count of numbers from the first to the last entry, including those of gaps. */
export const countNumbers = ({ from, to }: ExportHeader): number => (to === 0 ? 0 : to - from + 1)

const extendPeriod = (period: Period | null, at: string): Period => ({
  from: period && period.from < at ? period.from : at,
  to: period && period.to > at ? period.to : at,
})

/** Follows the chain from entry to entry. `soughtNo`: entry whose seal is reported. */
const followChain = (header: ExportHeader, { sha256 }: VerifierPorts, soughtNo: number | undefined) => {
  let [headHash, expected, checked] = [header.before, header.from, 0]
  let [sealAt, period]: [string | null, Period | null] = [null, null]
  let isPart = header.from > 1
  const gaps: NumberGap[] = []
  return {
    async take(text: string, entry: SealedEntry, hash: string): Promise<Break | null> {
      checked += 1
      const restoredRange = restoredFacts(entry)
      const isFirst = checked === 1
      if (restoredRange && !isFirst ? restoredRange.after !== expected - 1 : entry.no !== expected) return 'missing'
      const canonicalEntry = text.slice(entryStart.length, -hashLength)
      if ((await sha256(sealInputOfCanonical(headHash, canonicalEntry))) !== hash) return 'changed'
      headHash = hash
      period = extendPeriod(period, entry.at)
      if (restoredRange)
        gaps.push({ after: restoredRange.after, no: entry.no, from: restoredRange.wholeUntil, to: entry.at })
      if (restoredRange && isFirst) isPart = restoredRange.after > 0
      if (entry.no === soughtNo) sealAt = headHash
      expected = entry.no + 1
      return null
    },
    isComplete: () => header.to === 0 || expected > header.to,
    state: () => ({ head: headHash, expected, checked, sealAt, period, gaps, isPart }),
  }
}

/** Revises a fault after a later line: a missing entry is only out of order, or the persons came too early. */
const refineFault = (fault: Fault, { content }: TextLine<ExportLine>): Fault | null => {
  if (content.kind !== 'entry') return null
  if (fault.verdict === 'missing') return content.entry.no === fault.no ? { ...fault, verdict: 'swapped' } : null
  return malformed('unexpectedLine', fault.line)
}

export type Persons = Record<string, string>

/** Processes the lines after the header in order: entries, persons, signature. */
export const followLines = (header: ExportHeader, ports: VerifierPorts, soughtNo: number | undefined) => {
  const chain = followChain(header, ports, soughtNo)
  let [persons, signature]: [Persons | null, string | null] = [null, null]
  /** Fault subject to revision by a later line. */
  let pending: Fault | null = null
  const cutOffBreak = (line: number): ChainBreak => ({ verdict: 'cutOff', no: chain.state().expected, line })
  const processEntry = async (line: number, text: string, entry: SealedEntry, hash: string): Promise<Fault | null> => {
    if (chain.isComplete()) return malformed('unexpectedLine', line)
    const no = chain.state().expected
    const verdict = await chain.take(text, entry, hash)
    return verdict && { verdict, no, line }
  }
  const processInOrder = async ({ no, text, content }: TextLine<ExportLine>): Promise<Fault | null> => {
    if (content.kind === 'entry') return processEntry(no, text, content.entry, content.hash)
    if (!chain.isComplete()) return cutOffBreak(no)
    const isNext = content.kind === 'persons' ? !persons : persons && signature === null
    if (!isNext) return malformed('unexpectedLine', no)
    if (content.kind === 'persons') persons = content.persons
    else signature = content.signature
    return null
  }
  return {
    state: chain.state,
    pending: () => pending,
    async take(line: TextLine<ExportLine>): Promise<Fault | null> {
      if (pending) return refineFault(pending, line)
      const fault = await processInOrder(line)
      if (fault?.verdict !== 'missing' && fault?.verdict !== 'cutOff') return fault
      pending = fault
      return null
    },
    /** `line`: number after the last line. */
    end(line: number): Fault | { persons: Persons; signature: string } {
      if (pending) return pending
      if (!chain.isComplete()) return cutOffBreak(line)
      return persons && signature !== null ? { persons, signature } : malformed('missingLine', line)
    },
  }
}
