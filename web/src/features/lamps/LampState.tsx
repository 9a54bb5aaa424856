import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { faultsOfLamp } from '@vigilux/contract/features/lamps/lamp-faults.ts'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { PendingTests } from './PendingTests.tsx'

/** Icon and cause: "Battery not connected", not "Error"; the kind of test, not "Test running". */
export function LampState({ lamp }: { lamp: Lamp }) {
  const { t } = useTranslation('lamps')
  const cause = causeOf(lamp, (mode) => t(`mode.${mode}`))
  // A pending test is nothing to worry about, but more than "OK".
  if (lamp.condition === 'ok' && lamp.pending_tests) return <PendingTests pending={lamp.pending_tests} />
  return cause ? <StatusInline state={lamp.condition} cause={cause} /> : <StatusInline state={lamp.condition} />
}

function causeOf(
  lamp: Lamp,
  modeText: (mode: 'functionalTest' | 'autonomyTest' | 'rest') => string,
): string | undefined {
  const [first, ...otherFaults] = faultsOfLamp(lamp.errors)
  if (lamp.condition === 'error' && first) {
    const faultText = errorText('errors.lamp', first.code) ?? first.code
    return otherFaults.length > 0 ? `${faultText} +${otherFaults.length}` : faultText
  }
  const { mode } = lamp
  if (lamp.condition === 'testRunning' && (mode === 'functionalTest' || mode === 'autonomyTest')) return modeText(mode)
  return lamp.condition === 'inhibited' && mode === 'rest' ? modeText(mode) : undefined
}
