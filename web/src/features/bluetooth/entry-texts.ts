import type { BluetoothEntry, BluetoothEntryKind } from '@vigilux/contract/features/bluetooth/bluetooth-entry.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { TFunction } from 'i18next'
import { errorText, refusalText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'
import { reasonText, type TestTexts } from '../emergency-tests/index.ts'
import { deviceReasonText } from './device-reason.ts'
import { formatMac } from './device-state.ts'

export type BluetoothEntryTexts = { t: TFunction<'bluetooth'>; tTests: TestTexts }

/** The state icon of each kind of entry. */
export const stateOfEntry: Readonly<Record<BluetoothEntryKind, StateName>> = {
  deviceJoined: 'ok',
  deviceLeft: 'unknown',
  deviceChanged: 'unknown',
  deviceValidated: 'ok',
  deviceNotValidated: 'error',
  deviceInSight: 'ok',
  deviceOutOfSight: 'offline',
  commandDone: 'ok',
  commandFailed: 'error',
  commandAbandoned: 'error',
  testPassed: 'passed',
  testFailed: 'failed',
  testNotExecuted: 'notExecuted',
  gatewayConnected: 'ok',
  gatewayDisconnected: 'offline',
  entriesLeftOut: 'warning',
}

/** The subject of an entry: a lamp of the gateway, or a device by its serial or else its address. */
export function deviceOfEntry({ addr, serial, mac, device }: BluetoothEntry, { t }: BluetoothEntryTexts): string {
  if (addr !== null) return [t('logbook.lamp', { addr: lampNumber(addr) }), serial].filter(Boolean).join(' · ')
  const kind = device && device !== 'unknown' ? t(`kind.${device}`) : null
  return [kind, serial, mac && formatMac(mac)].filter(Boolean).join(' · ')
}

function describeFailure({ error, code }: BluetoothEntry, { t }: BluetoothEntryTexts): string {
  if (error === 'expired') return t('command.notDelivered', { ns: 'shared' })
  if (error === 'communication_error') return t('command.silent', { ns: 'shared' })
  const reason = refusalText(code) ?? t('command.noReason', { ns: 'shared' })
  return t('command.refused', { reason, ns: 'shared' })
}

/** The reason, or the request and how it failed; empty when there is nothing to add. */
export function describeBluetoothEntry(entry: BluetoothEntry, texts: BluetoothEntryTexts): string {
  const { command, reason, error, addr } = entry
  if (command) {
    const name = errorText('commandNames', command) ?? command
    return error ? `${name}: ${describeFailure(entry, texts)}` : name
  }
  if (!reason) return ''
  return addr === null ? deviceReasonText(reason, texts.t) : reasonText(reason, texts.tTests)
}
