import type { Answer } from './http-lane.ts'

/** A fault, with its input. */
export type Finding = { lane: string; seed: number; path: string; description: string; input: string; times: number }

/** Codes with status 503, which are valid only during an outage. */
const unavailable = 503

export type FindingRecorder = { mayBeUnavailable(): boolean }

/** Patterns of leaked internals: stacks, statements, paths. */
const internalsPattern = /node_modules|\.ts:\d+|\bat \w+ \(|DrizzleQueryError/

/** The fault of an answer, or null. */
export const faultOf = (answer: Answer, isCoded: boolean, { mayBeUnavailable }: FindingRecorder): string | null => {
  const { status, text } = answer
  if (status === unavailable && !mayBeUnavailable()) return `answered ${status}: ${codeOf(answer)}`
  if (status >= 500 && status !== unavailable) return `answered ${status}: ${codeOf(answer)}`
  if (!isCoded) return null
  if (status !== 200 && codeOf(answer) === null) return `refused with ${status} and no code`
  if (status !== 200 && internalsPattern.test(text)) return 'a refusal speaks of the program'
  return null
}

/** The code of a refusal; null for an answer, and for invalid JSON. */
export const codeOf = ({ text }: Answer): string | null => {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? null
  } catch {
    return null
  }
}

const maxShown = 2_000

/** Stores the first finding of each kind, with its number of repetitions. */
export const createFindings = () => {
  const all = new Map<string, Finding>()
  return {
    all: () => [...all.values()],
    /** Counts it if it is known already. */
    isKnown(findingText: string): boolean {
      const finding = all.get(findingText)
      if (finding) finding.times++
      return finding !== undefined
    },
    add(finding: Omit<Finding, 'times'>): void {
      if (!all.has(finding.description))
        all.set(finding.description, { ...finding, input: finding.input.slice(0, maxShown), times: 1 })
    },
  }
}
