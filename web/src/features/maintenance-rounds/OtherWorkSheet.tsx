import { Button, Textarea } from '@mantine/core'
import { roundLimits } from '@vigilux/contract/features/maintenance-rounds/round-limits.ts'
import type { WorkKind } from '@vigilux/contract/features/maintenance-rounds/work.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as styles from './maintenance-rounds.module.css'

type Props = {
  kinds: readonly WorkKind[]
  failure: unknown
  saving: boolean
  onSay: (kind: WorkKind, note: string) => void
  onClose: () => void
}

/** Work other than the usual kinds, with a description. */
export function OtherWorkSheet({ kinds, failure, saving, onSay, onClose }: Props) {
  const { t } = useTranslation('maintenance-rounds')
  const [note, setNote] = useState('')
  return (
    <Dialog opened title={t('workOther')} onClose={onClose}>
      <div className={styles.roundChoices}>
        <Textarea
          label={t('note')}
          autosize
          maxLength={roundLimits.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormFailure error={failure} />
        {kinds.map((kind) => (
          <Button key={kind} variant="default" disabled={saving} onClick={() => onSay(kind, note)}>
            {t(`work.${kind}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
