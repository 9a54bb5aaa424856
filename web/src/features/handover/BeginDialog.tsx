import { Radio } from '@mantine/core'
import { type HandoverKind, handoverKinds } from '@vigilux/contract/features/handover/handover.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './handover.module.css'

/** Begins a verification, with the person's statement of its scope. */
export function BeginDialog({ onClose, onBegun }: { onClose: () => void; onBegun: () => void }) {
  const { t } = useTranslation('handover')
  const { plantId } = useCurrentPlant()
  const [kind, setKind] = useState<HandoverKind>('initial')
  const beginHandover = useActionMutation('beginHandover', { refresh: ['getHandovers'], onSuccess: onBegun })
  return (
    <ConfirmDialog
      opened
      title={t('begin.open')}
      confirmLabel={t('begin.open')}
      onConfirm={() => beginHandover.mutateAsync({ plantId, kind })}
      onCancel={onClose}
    >
      <Radio.Group
        label={t('begin.kind')}
        value={kind}
        onChange={(value) => setKind(handoverKinds.find((one) => one === value) ?? kind)}
      >
        <div className={styles.handoverKinds}>
          {handoverKinds.map((value) => (
            <Radio key={value} value={value} label={t(`kind.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <p className="vx-hint">{t('begin.help')}</p>
      <FormFailure error={beginHandover.error} />
    </ConfirmDialog>
  )
}
