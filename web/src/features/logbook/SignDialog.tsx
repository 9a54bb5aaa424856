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
import { wallTime } from '../../shared/format/wall-time.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** This month and the eleven before, the last complete month first, because that is the usual choice. */
const monthsUntil = (now: string): string[] => {
  const [year = 0, month = 1] = now.split('-').map(Number)
  const monthOptions = Array.from({ length: 12 }, (_, n) => {
    const date = new Date(Date.UTC(year, month - 1 - n, 1))
    return date.toISOString().slice(0, 7)
  })
  return monthOptions
}

/** Signs the logbook as the responsible person, up to the last entry read. */
export function SignDialog({ state, onClose }: { state: ActionOutput<'getLogbookState'>; onClose: () => void }) {
  const { t } = useTranslation('logbook')
  const { t: tShared } = useTranslation('shared')
  const { plantId, plant } = useCurrentPlant()
  const { number, list } = useFormats(plant.timezone)
  // The signature covers the state when the dialog was opened, whatever arrives meanwhile.
  const [{ head, signed, items }] = useState(state)
  const months = monthsUntil(wallTime(new Date().toISOString(), plant.timezone))
  const [month, setMonth] = useState(months[0] ?? '')
  const sign = useActionMutation('signLogbook', {
    refresh: ['getLogbookState', 'getLogbookDetails', 'getLogbookEntry'],
    onSuccess: () => {
      toastDone(t('form.signed'))
      onClose()
    },
  })
  const missingItems = items.filter(({ missing }) => missing !== null).map(({ item }) => t(`item.${item}`))
  return (
    <Dialog opened onClose={onClose} title={t('sign.title')}>
      <div className="vx-entry-form">
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
            {tShared('cancel')}
          </Button>
          <Button loading={sign.isPending} onClick={() => sign.mutate({ plantId, month, upTo: head.no })}>
            {t('sign.confirm', { no: number(head.no) })}
          </Button>
        </FormFoot>
      </div>
    </Dialog>
  )
}
