import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  type LampElsewhere,
  maxScannedSerials,
} from '@vigilux/contract/features/configuration/configuration.actions.ts'
import type { ListedLamp } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import { parseQrCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'
import { judgeScanned, type ScannedLamp } from '@vigilux/contract/features/configuration/scanned-lamps.rules.ts'
import type { SerialFault } from '@vigilux/contract/features/configuration/serial-list.rules.ts'

/** A scanned or typed code, and its typed position. */
export type Scan = { content: string; position: string }

/** Verdict of a scan; `good` with the lamp's future position. */
export type Verdict =
  | { kind: 'good'; position: number }
  | { kind: 'fault'; fault: SerialFault }
  | { kind: 'inPlant'; topic: string; addr: number }
  | { kind: 'elsewhere' | 'unknown' }
  | { kind: 'product' | 'family'; id: string }

export type JudgedScan = Scan & { serial: string | null; verdict: Verdict }

/** Maximum stored characters of a scan: only the beginning matters for a code of anything but a lamp. */
const maxScans = 300

/** The list with the scan appended, or why not: a duplicate, or a full list. */
export function addScan(
  scans: readonly Scan[],
  content: string,
): { scans: readonly Scan[]; refused?: 'twice' | 'full' } {
  const code = parseQrCode(content)
  const isSameCode = (other: Scan) => {
    const scannedCode = parseQrCode(other.content)
    return code.kind === 'lamp'
      ? scannedCode.kind === 'lamp' && scannedCode.serial === code.serial
      : other.content === content
  }
  if (scans.some(isSameCode)) return { scans, refused: 'twice' }
  if (scans.length >= maxScannedSerials) return { scans, refused: 'full' }
  return { scans: [...scans, { content: content.slice(0, maxScans), position: '' }] }
}

export function listSerials(scans: readonly Scan[]): string[] {
  return scans.flatMap(({ content }) => {
    const code = parseQrCode(content)
    return code.kind === 'lamp' ? [code.serial] : []
  })
}

const toScannedLamp = (serial: string, position: string): ScannedLamp =>
  position.trim() === '' ? { serial } : { serial, position: /^\d{1,4}$/.test(position.trim()) ? Number(position) : 0 }

type ScanContext = {
  /** The target unit's lamps and capacity; undefined while none is chosen. */
  unit: { topic: string; lamps: readonly ListedLamp[]; facts: Pick<UnitTypeFacts, 'lampSerialDigits' | 'maxLamps'> }
  /** Lamps already in some unit. */
  known: readonly LampElsewhere[]
}

/** Each scan with its verdict, by the server's rules. */
export function judgeScans(scans: readonly Scan[], { unit, known }: ScanContext): JudgedScan[] {
  const knownBySerial = new Map(known.map((one) => [one.serial, one]))
  const verdictElsewhere = (serial: string): Verdict | undefined => {
    const found = knownBySerial.get(serial)
    if (!found || found.topic === unit.topic) return undefined
    const { topic, addr } = found
    return topic !== null && addr !== null ? { kind: 'inPlant', topic, addr } : { kind: 'elsewhere' }
  }
  const codes = scans.map((scan) => ({ scan, code: parseQrCode(scan.content) }))
  // An unsent lamp takes no position from the others.
  const sendableLamps = codes.flatMap(({ scan, code }) =>
    code.kind === 'lamp' && !verdictElsewhere(code.serial) ? [toScannedLamp(code.serial, scan.position)] : [],
  )
  const lineBySerial = new Map(judgeScanned(sendableLamps, unit.lamps, unit.facts).map((line) => [line.serial, line]))
  const verdictOf = (serial: string): Verdict => {
    const { fault = null, position = null } = lineBySerial.get(serial) ?? {}
    return fault ? { kind: 'fault', fault } : { kind: 'good', position: position ?? 0 }
  }
  return codes.map(({ scan, code }) => {
    if (code.kind === 'lamp')
      return { ...scan, serial: code.serial, verdict: verdictElsewhere(code.serial) ?? verdictOf(code.serial) }
    const verdict: Verdict = code.kind === 'unknown' ? { kind: 'unknown' } : { kind: code.kind, id: code.id }
    return { ...scan, serial: null, verdict }
  })
}

/** The lamps to send, in the order of the scans. */
export function listLampsToAdd(judgedScans: readonly JudgedScan[]): ScannedLamp[] {
  return judgedScans.flatMap(({ serial, position, verdict }) =>
    serial !== null && verdict.kind === 'good' ? [toScannedLamp(serial, position)] : [],
  )
}
