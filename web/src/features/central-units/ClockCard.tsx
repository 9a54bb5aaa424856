import { Alert } from '@mantine/core'
import { IconAlertTriangleFilled, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { findClockProblem } from './clock.ts'
import { utcOffset } from './UnitFacts.tsx'
import { UnitSection } from './UnitSection.tsx'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotCommand } from './why-not.ts'

/** Time zone and error of a unit's clock; a wrong clock makes test times unreliable. */
export function ClockCard({ open: { unit, topic, facts } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId, plant } = useCurrentPlant()
  const { duration } = useFormats(plant.timezone)
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand(facts.commandAction)
  const problem = findClockProblem(unit, plant.timezone)
  const drift = unit.clock_drift
  return (
    <UnitSection title={t('clock.title')}>
      {problem ? (
        <Alert color="yellow" icon={<IconAlertTriangleFilled size={18} aria-hidden />} title={t('clock.unreliable')}>
          {problem === 'zone'
            ? t('clock.zone', { unit: utcOffset(unit.cu_utc_offset ?? 0), zone: plant.timezone })
            : t(drift !== null && drift > 0 ? 'clock.ahead' : 'clock.behind', {
                time: duration(Math.abs(drift ?? 0) * 1000),
              })}
        </Alert>
      ) : null}
      <Facts
        entries={[
          [t('fact.clock'), unit.cu_utc_offset === null ? t('unknown') : utcOffset(unit.cu_utc_offset)],
          [t('fact.drift'), drift === null ? t('unknown') : duration(Math.abs(drift) * 1000)],
        ]}
      />
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason ?? (sentCommand.busy ? t('whyNot.asking') : undefined)}
          leftSection={<IconClock size={16} aria-hidden />}
          onClick={() => void sentCommand.send({ plantId, topic, command: 'setClock' })}
        >
          {t('clock.set')}
        </ReasonButton>
      </div>
      {sentCommand.line}
    </UnitSection>
  )
}
