import type {
  OutwardBridge,
  OutwardConnection,
} from '@vigilux/contract/features/outward-connections/outward-connection.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import type { ShownConnection } from './connection-state.ts'

/** A port on all addresses of the site computer. */
const anyHost = /^(?:0\.0\.0\.0|::|\[::\]):(\d+)$/

/** Offer and state of a connection, in words. */
export function useConnectionTexts(timeZone: string) {
  const { t } = useTranslation('outward-connections')
  const { number, dateTime, date, ago } = useFormats(timeZone)
  const addressText = ({ address }: OutwardConnection): string => {
    const port = anyHost.exec(address)?.[1]
    return port === undefined ? address : t('port', { port })
  }
  /** "Device 470112 · port 47808 · 318 lamps as objects". */
  const offerText = (connection: OutwardConnection): string => {
    const address = addressText(connection)
    if (connection.kind === 'mqtt') return `${address} · ${t('prefix', { prefix: connection.prefix })}`
    if (connection.kind === 'modbus') return `${address} · ${t('registers', { last: number(connection.lastRegister) })}`
    const lamps = t('objects', { count: connection.lamps, lamps: number(connection.lamps) })
    return [t('device', { device: connection.deviceInstance }), address, lamps].join(' · ')
  }
  const openText = (connection: OutwardConnection): string => {
    if (connection.kind === 'mqtt') return t('state.open')
    const { clients } = connection
    return clients === 0 ? t('noClient') : t('clients', { count: clients, number: number(clients) })
  }
  const stateText = (shown: ShownConnection, connection: OutwardConnection, { token, reportedAt }: OutwardBridge) => {
    if (shown === 'tokenEnded') return t('state.tokenEnded', { date: date(token.end?.at ?? reportedAt) })
    if (shown === 'silent') return t('state.silent', { at: dateTime(reportedAt) })
    if (shown === 'failed') return t(`failure.${connection.failure ?? 'other'}`)
    return shown === 'open' ? openText(connection) : t(`state.${shown}`)
  }
  /** Since when, or when a client read last; undefined where the state names its time itself. */
  const timeText = (shown: ShownConnection, connection: OutwardConnection, now: number): string | undefined => {
    if (shown !== 'open' && shown !== 'failed') return undefined
    const lastReadAt = shown === 'open' && connection.kind !== 'mqtt' ? connection.lastReadAt : null
    if (lastReadAt === null) return t('since', { at: dateTime(connection.since) })
    const isRecent = now - Date.parse(lastReadAt) < 3_600_000
    return t('lastRead', { at: isRecent ? ago(lastReadAt, now) : dateTime(lastReadAt) })
  }
  return { offerText, stateText, timeText }
}
