import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { OpenFault, RoundItem } from '@vigilux/contract/features/maintenance-rounds/round.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Formats, useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import type { StateName } from '../../shared/status/states.ts'
import { serialOf } from '../central-units/index.ts'

export type RoundTexts = { t: TFunction<'maintenance-rounds'>; tTests: TFunction<'emergency-tests'>; formats: Formats }

/** Texts and plant times for rounds. */
export function useRoundTexts(): RoundTexts {
  const { t } = useTranslation('maintenance-rounds')
  const { t: tTests } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  return { t, tTests, formats: useFormats(plant.timezone) }
}

type FaultyDevice = Pick<OpenFault, 'of' | 'lamp' | 'serial' | 'topic'>

/** "Lamp 0634", or the unit itself. */
export const nameOf = ({ of, lamp, serial, topic }: FaultyDevice, { t }: Pick<RoundTexts, 't'>): string => {
  if (of === 'unit') return t('word.unitSerial', { serial: serialOf(topic) })
  return lamp === null ? t('lampGone', { serial: serial ?? '' }) : t('word.lampNumber', { number: lampNumber(lamp) })
}

/** Description and place without repetition: the floor is in the heading, and many descriptions contain the room. */
export const placeOf = ({
  description,
  location,
  room,
}: Pick<OpenFault, 'description' | 'location' | 'room'>): string => {
  if (room === null) return [description, location].filter(Boolean).join(', ')
  return description.includes(room) ? description : [description, room].filter(Boolean).join(', ')
}

/** Key of a fault within its plant. */
export const faultKey = ({ topic, serial, error }: Pick<OpenFault, 'topic' | 'serial' | 'error'>): string =>
  `${topic} ${serial ?? ''} ${error}`

export const faultText = ({ of, error }: Pick<OpenFault, 'of' | 'error'>): string =>
  errorText(`errors.${of}`, error) ?? error

/** Why a test failed, and how long the lamp lasted; empty for all other faults. */
export const failedTestText = (
  { failedTest }: Pick<OpenFault, 'failedTest'>,
  { t, tTests, formats }: RoundTexts,
): string => {
  if (!failedTest) return ''
  const { reason, measured_s, rated_min } = failedTest
  const durationText =
    measured_s !== null && rated_min !== null
      ? t('lasted', { measured: formats.number(Math.floor(measured_s / 60)), rated: formats.number(rated_min) })
      : ''
  return [formats.date(failedTest.at), reason && tTests(`reasons.${reason}`), durationText].filter(Boolean).join(' · ')
}

/** A floor with its building. */
export const floorText = (
  { building, floor }: { building: string | null; floor: string | null },
  { t }: Pick<RoundTexts, 't'>,
): string => [building, floor].filter(Boolean).join(' · ') || t('noPlace')

const failedText = ({ failed }: RoundItem, { t, formats }: RoundTexts): string => {
  if (!failed) return ''
  const { measured_s, rated_min } = failed
  if (measured_s === null || rated_min === null) return t('state.failedPlain')
  return t('state.failed', { measured: formats.number(Math.floor(measured_s / 60)), rated: formats.number(rated_min) })
}

/** Progress of the test to prove the work. */
const reTestText = ({ reTest, passedButReported }: RoundItem, { t, tTests, formats }: RoundTexts): string => {
  if (!reTest) return t('state.awaitsReport')
  if (passedButReported) return t('state.passedButReported')
  if (reTest.testId) return t('state.running')
  const { chargedAt, reason, chargeHours } = reTest
  if (chargedAt && Date.parse(chargedAt) > serverNow())
    return t('state.charging', { time: formats.dateTime(chargedAt) })
  if (reason && reason !== 'battery_charging') return `${t('state.waits')} · ${tTests(`held.reason.${reason}`)}`
  return chargeHours === 0 ? t('state.soon') : t('state.waits')
}

const closedText = ({ closed, lacksWork }: RoundItem, { t, formats }: RoundTexts): string => {
  if (!closed) return ''
  const time = formats.dateTime(closed.at)
  const closedByText = closed.by === 'test' ? t('state.closedByTest', { time }) : t('state.closedByReport', { time })
  return lacksWork ? `${closedByText} · ${t('state.lacksWork')}` : closedByText
}

/** State of a round's fault in one line. */
export const itemText = (item: RoundItem, texts: RoundTexts): string => {
  const { t } = texts
  switch (item.state) {
    case 'open': {
      const { notNow } = item
      const postponedText = notNow && t('notNowSaid', { reason: t(`notNowReason.${notNow.reason}`), by: notNow.by })
      return [faultText(item), failedText(item, texts), postponedText].filter(Boolean).join(' · ')
    }
    case 'done':
      return reTestText(item, texts)
    case 'closed':
      return closedText(item, texts)
    default:
      return t(`state.${item.state}`)
  }
}

/** Its icon: colored while the unit's fault is open, gray afterwards. */
export const signOf = (item: Pick<RoundItem, 'state' | 'lacksWork'>): StateName => {
  if (item.state === 'open' || item.state === 'left') return 'error'
  if (item.lacksWork) return 'warning'
  return item.state === 'closed' ? 'ok' : 'notExecuted'
}
