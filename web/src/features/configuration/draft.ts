import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  type ConfigurationPlan,
  type ListedLamp,
  planConfiguration,
} from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { ConfigurationRequest } from '@vigilux/contract/features/configuration/configuration.ts'
import {
  checkSerialList,
  checkSerials,
  parseSerialList,
  type SerialLine,
} from '@vigilux/contract/features/configuration/serial-list.rules.ts'

export type Mode = ConfigurationRequest['mode']
export const modes = [
  'newAcquisition',
  'append',
  'appendSerials',
  'overwriteSerials',
  'delete',
  'substitute',
] as const satisfies readonly Mode[]

/** The input so far, for all kinds of changes. */
export type Draft = {
  /** Code of the radio network, as typed. */
  code: number | string
  /** The list of serials, as typed, pasted or scanned. */
  typed: string
  /** Positions of the chosen lamps. */
  addrs: readonly number[]
  /** New serials by position, for a substitution. */
  serials: Readonly<Record<number, string>>
}
export const emptyDraft: Draft = { code: '', typed: '', addrs: [], serials: {} }

/** Each line of the list with its fault, by the server's rules. */
export function serialLinesOf(
  mode: 'appendSerials' | 'overwriteSerials',
  typedText: string,
  lamps: readonly ListedLamp[],
  facts: UnitTypeFacts,
): SerialLine[] {
  const { lampSerialDigits: digits, maxLamps } = facts
  if (mode === 'appendSerials') {
    const present = new Set(lamps.map(({ serial }) => serial))
    return checkSerialList(typedText, { digits, maxLamps, present, mode: 'append' })
  }
  // A line without a position gets the position of its place in the list.
  const entries = parseSerialList(typedText).map((entry, at) => ({
    ...entry,
    position: entry.position ?? String(at + 1),
  }))
  const overwritten = new Set(entries.map(({ position }) => Number(position)))
  const present = new Set(lamps.filter(({ addr }) => !overwritten.has(addr)).map(({ serial }) => serial))
  return checkSerials(entries, { digits, maxLamps, present, mode: 'overwrite' })
}

/** The list without its faulty entries. */
export function withoutFaults(lines: readonly SerialLine[]): string {
  return lines
    .filter(({ fault }) => fault === null)
    .map(({ text }) => text)
    .join('\n')
}

/** The request to the server; undefined while input is missing. */
export function toConfigurationRequest(mode: Mode, draft: Draft): ConfigurationRequest | undefined {
  switch (mode) {
    case 'newAcquisition': {
      const { code } = draft
      if (code === '') return { mode }
      return typeof code === 'number' && Number.isInteger(code) && code >= 1 && code <= 92
        ? { mode, plant_code: code }
        : undefined
    }
    case 'append':
      return { mode }
    case 'appendSerials': {
      const serials = parseSerialList(draft.typed).map(({ serial }) => serial)
      return serials.length > 0 ? { mode, serials } : undefined
    }
    case 'overwriteSerials': {
      const serials = parseSerialList(draft.typed).map(({ serial, position }) =>
        position === null ? { serial } : { serial, position: Number(position) },
      )
      return serials.length > 0 ? { mode, serials } : undefined
    }
    case 'delete':
      return draft.addrs.length > 0 ? { mode, addrs: [...draft.addrs] } : undefined
    case 'substitute': {
      if (draft.addrs.length === 0) return undefined
      const serials = draft.addrs.map((addr) => (draft.serials[addr] ?? '').trim().toUpperCase())
      return { mode, addrs: [...draft.addrs], serials }
    }
    default:
      return mode satisfies never
  }
}

/** The changes of the draft, or why they are impossible; undefined while input is missing. */
export function planDraft(
  mode: Mode,
  draft: Draft,
  lamps: readonly ListedLamp[],
  facts: UnitTypeFacts,
): { request: ConfigurationRequest; plan: ConfigurationPlan } | undefined {
  const request = toConfigurationRequest(mode, draft)
  return request && { request, plan: planConfiguration(request, lamps, facts) }
}

/** A pasted text with several serials fills the following fields. */
export function spreadSerials(draft: Draft, addr: number, text: string): Readonly<Record<number, string>> {
  const serials = parseSerialList(text).map(({ serial }) => serial)
  if (serials.length <= 1) return { ...draft.serials, [addr]: text }
  const startIndex = draft.addrs.indexOf(addr)
  const filledSerials = draft.addrs
    .slice(startIndex, startIndex + serials.length)
    .map((at, n) => [at, serials[n] ?? ''] as const)
  return { ...draft.serials, ...Object.fromEntries(filledSerials) }
}
