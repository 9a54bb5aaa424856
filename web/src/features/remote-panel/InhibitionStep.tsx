import { Button } from '@mantine/core'
import { IconPlayerPlay, IconUserShare } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { InhibitionRequest } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import { countInhibitedLamps } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { causePath } from '../../shared/plant/cause-key.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../central-units/index.ts'
import { unitsEnding } from './units-ending.ts'
import { useInhibition } from './use-inhibition.tsx'

type StepProps = {
  /** Units with a reported inhibition. */
  inhibited: readonly CentralUnit[]
  requests: readonly InhibitionRequest[]
  /** Whether it is the main action of its place. */
  filled?: boolean
}

/** The next step of an inhibition: end it from here, or send a person to the switch. */
export function InhibitionStep({ inhibited, requests, filled = true }: StepProps) {
  const { t } = useTranslation('remote-panel')
  const { plant } = useCurrentPlant()
  const { number } = useFormats()
  const units = unitsEnding('timed', inhibited, requests)
  const { end, ending, endBecause } = useInhibition(units)
  const count = countInhibitedLamps(units)
  const look = filled ? {} : { variant: 'default' }
  if (units.length > 0)
    return (
      <ReasonButton
        {...look}
        blockedReason={endBecause}
        loading={ending}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={end}
      >
        {t('end', { count, number: number(count) })}
      </ReasonButton>
    )
  const cause = plant.attention.find(
    ({ cu, condition }) => condition === 'inhibited' && inhibited.some((unit) => topicOf(unit) === cu),
  )
  if (!cause?.cu) return null
  return (
    <Button
      {...look}
      component={AppLink}
      to={causePath({ plant_id: plant.plant_id, cu: cause.cu, code: cause.code })}
      leftSection={<IconUserShare size={16} aria-hidden />}
    >
      {t('sendSomeone')}
    </Button>
  )
}
