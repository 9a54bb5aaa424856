import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import type { Silence } from './gear-silence.ts'
import { LampState } from './LampState.tsx'

/** The state of a lamp, and the reason for silent gear. */
export function GearState({ lamp, silence }: { lamp: Lamp; silence: Silence | null }) {
  const { t } = useTranslation('lamps')
  if (silence === null || lamp.condition !== 'offline') return <LampState lamp={lamp} />
  return <StatusInline state="offline" cause={t(`gearTable.${silence}`, { line: lamp.line })} />
}
