import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { monthsUntilNow } from '../../shared/format/wall-time.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './logbook.module.css'

type SignDialogProps = {
  state: ActionOutput<'getLogbookState'>
  /** Month selected first, such as `2026-10`; any other text selects the current one. */
  firstMonth: string
  onClose: () => void
  onSigned: () => void
}

/** Signs the logbook as the responsible person, up to the last entry read. */
export function SignDialog({ state, firstMonth, onClose, onSigned }: SignDialogProps) {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const { number, list } = useFormats(plant.timezone)
  // The signature covers the state when the dialog was opened, whatever arrives meanwhile.
  const [{ head, signed, items }] = useState(state)
  const months = monthsUntilNow(plant.timezone, 12)
  const [month, setMonth] = useState(months.find((one) => one === firstMonth) ?? months[0] ?? '')
  const sign = useActionMutation('signLogbook', {
    refresh: ['getLogbookState', 'getLogbookDetails', 'getLogbookEntry'],
    onSuccess: () => {
      toastDone(t('form.signed'))
      onSigned()
    },
  })
  const missingItems = items.filter(({ missing }) => missing !== null).map(({ item }) => t(`item.${item}`))
  return (
    <Dialog opened onClose={onClose} title={t('sign.title')}>
      <div className={styles.entryForm}>
        <p>{t('sign.text', { from: number((signed?.upTo ?? 0) + 1), to: number(head.no) })}</p>
        {missingItems.length > 0 ? <p className="vx-hint">{t('sign.lacking', { items: list(missingItems) })}</p> : null}
        <Select
          label={t('sign.month')}
          allowDeselect={false}
          value={month}
          data={months.map((value) => ({ value, label: value.split('-').toReversed().join('/') }))}
          onChange={(value) => setMonth(value ?? month)}
        />
        <FormFailure error={sign.error} />
        <FormFoot end>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('cancel')}
          </Button>
          <Button loading={sign.isPending} onClick={() => sign.mutate({ plantId, month, upTo: head.no })}>
            {t('sign.confirm', { no: number(head.no) })}
          </Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
