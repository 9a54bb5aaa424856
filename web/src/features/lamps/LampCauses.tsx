import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { faultsOfLamp } from '@vigilux/contract/features/lamps/lamp-faults.ts'
import { useTranslation } from 'react-i18next'
import { FaultCause } from '../../shared/faults/FaultCause.tsx'
import { RelativeTime } from '../../shared/format/RelativeTime.tsx'
import { Cause } from '../../shared/layout/Cause.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { type ExplainedState, findStateToExplain, listHiddenStates } from './lamp-causes.ts'

type CausesProps = { lamp: Lamp; spareParts: readonly string[] }

/** A lamp's problems, worst first, each with its remedy and spare parts; hidden for a lamp without a fault. */
export function LampCauses({ lamp, spareParts }: CausesProps) {
  const headline = findStateToExplain(lamp)
  return (
    <>
      {headline ? <StateCause state={headline} since={lamp.condition_since} /> : null}
      {faultsOfLamp(lamp.errors).map((fault) => (
        <FaultCause
          key={fault.code}
          fault={fault}
          state={lamp.condition === 'offline' ? 'offline' : 'error'}
          spareParts={spareParts}
        />
      ))}
      {listHiddenStates(lamp).map((state) => (
        <StateCause key={state} state={state} since={null} />
      ))}
    </>
  )
}

function StateCause({ state, since }: { state: ExplainedState; since: string | null }) {
  const { t } = useTranslation('lamps')
  const { timezone } = useCurrentPlant().plant
  return (
    <Cause state={state} title={t(`state.${state}`)}>
      <p>{t(`cause.${state}`)}</p>
      {since ? (
        <p>
          {t('word.since')}: <RelativeTime at={since} timeZone={timezone} />
        </p>
      ) : null}
    </Cause>
  )
}
