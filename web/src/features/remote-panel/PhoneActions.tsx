import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { reportsInhibition } from '@vigilux/contract/features/remote-panel/panel-state.rules.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { BottomSheet } from '../../shared/feedback/BottomSheet.tsx'
import { useLatched } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { InhibitionStep } from './InhibitionStep.tsx'
import { OperateCard } from './OperateCard.tsx'

type ActionsProps = { units: readonly CentralUnit[]; operates: boolean }

/** At the thumb: the next step of an inhibition, and beside it the sheet of the commands. */
export function PhoneActions({ units, operates }: ActionsProps) {
  const { t } = useTranslation('remote-panel')
  const { plantId } = useCurrentPlant()
  const { requests } = useAnswer('getInhibitions', { plantId })
  const [isOpen, sheet] = useDisclosure(false)
  const wasOpened = useLatched(isOpen)
  const inhibited = units.filter(reportsInhibition)
  if (!operates) return null
  return (
    <>
      {inhibited.length > 0 ? <InhibitionStep inhibited={inhibited} requests={requests} /> : null}
      <Button variant="default" onClick={sheet.open}>
        {t('operate')}
      </Button>
      {wasOpened ? (
        <BottomSheet opened={isOpen} onClose={sheet.close} title={t('operate')}>
          <OperateCard units={units} />
        </BottomSheet>
      ) : null}
    </>
  )
}
