import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../shared/feedback/ConfirmDialog.tsx'
import { ReasonButton } from '../../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSentCommand } from '../../../shared/plant/use-sent-command.tsx'
import { UnitSection } from '../UnitSection.tsx'
import type { CurrentUnit } from '../use-unit.ts'
import { useWhyNotCommand } from '../why-not.ts'

/** Reads the intervals at which lamps test themselves, and switches these tests off. */
export function GearTests({ open: { unit, topic } }: { open: CurrentUnit }) {
  const { t } = useTranslation('bus-lines')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const [isConfirming, setConfirming] = useState(false)
  const read = useSentCommand('readGearTests')
  const write = useSentCommand('setGearTests')
  const all = { plantId, topic, lamps: 'all' } as const
  const switchOff = () => {
    setConfirming(false)
    void write.send({ ...all, functionalDays: 0, autonomyWeeks: 0 })
  }
  return (
    <UnitSection title={t('ownTests.title')}>
      <p>{t('ownTests.text')}</p>
      <div className={layoutStyles.actions}>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={read.busy}
          onClick={() => void read.send(all)}
        >
          {t('ownTests.read')}
        </ReasonButton>
        <ReasonButton
          variant="default"
          blockedReason={blockedReason}
          loading={write.busy}
          onClick={() => setConfirming(true)}
        >
          {t('ownTests.off')}
        </ReasonButton>
      </div>
      {read.line}
      {write.line}
      <ConfirmDialog
        opened={isConfirming}
        title={t('ownTests.confirmTitle')}
        confirmLabel={t('ownTests.off')}
        onConfirm={switchOff}
        onCancel={() => setConfirming(false)}
      >
        {t('ownTests.confirmText')}
      </ConfirmDialog>
    </UnitSection>
  )
}
