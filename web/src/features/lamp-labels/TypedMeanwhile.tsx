import { useTranslation } from 'react-i18next'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import type { TextField } from './rename.ts'
import { TextsChanged } from './TextsChanged.tsx'
import type { ChangedLamp } from './text-calls.ts'

type MeanwhileProps = {
  field: TextField
  mine: string
  changed: ChangedLamp
  onTheirs: () => void
  onMine: () => void
  onClose: () => void
}

/** Another person changed the text being typed: both texts, and the choice. */
export function TypedMeanwhile({ field, mine, changed, onTheirs, onMine, onClose }: MeanwhileProps) {
  const { t } = useTranslation('lamp-labels')
  const { topic, addr } = changed
  return (
    <Dialog opened onClose={onClose} title={t('typing.changedTitle')}>
      <TextsChanged
        conflict={{ rows: [{ topic, addr, [field]: mine }], changed: [changed] }}
        onTheirs={onTheirs}
        onMine={onMine}
      />
    </Dialog>
  )
}
