import { Button, Select, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { reportDays } from '@vigilux/contract/features/bluetooth/bluetooth-report.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { requireSecret } from '../../shared/api/shown-once.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { Dialog } from '../../shared/feedback/Dialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './bluetooth.module.css'

const choices = [7, reportDays.default, 90, reportDays.max]

/** Creates a public report and shows its link once. */
export function CreateReport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bluetooth')
  const { plantId } = useCurrentPlant()
  const [days, setDays] = useState<number>(reportDays.default)
  const createReport = useActionMutation('createBleReport', {
    refresh: ['getBleReports'],
    onSuccess: ({ report }) => requireSecret(report),
  })
  const created = createReport.data
  return (
    <Dialog opened onClose={onClose} title={t('report.make')}>
      {created?.report ? (
        <CreatedLink report={created.report} expiresAt={created.bleReport.expiresAt} onClose={onClose} />
      ) : (
        <div className={styles.madeLink}>
          <p className="vx-hint">{t('report.about')}</p>
          <Select
            label={t('report.days')}
            allowDeselect={false}
            data-autofocus
            value={String(days)}
            data={choices.map((count) => ({ value: String(count), label: t('report.daysCount', { count }) }))}
            onChange={(value) => setDays(Number(value ?? days))}
          />
          <FormFailure error={createReport.error} />
          <FormFoot end>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={createReport.isPending} onClick={() => createReport.mutate({ plantId, days })}>
              {t('report.make')}
            </Button>
          </FormFoot>
        </div>
      )}
    </Dialog>
  )
}

function CreatedLink({ report, expiresAt, onClose }: { report: string; expiresAt: string; onClose: () => void }) {
  const { t } = useTranslation('bluetooth')
  const { plantId, plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const link = `${window.location.origin}${window.location.pathname}#${pathTo('bleReport', { plantId, report })}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toastDone(t('report.copied'))
    } catch {
      // Clipboard access is refused: the link can be selected in the field.
    }
  }
  return (
    <div className={styles.madeLink}>
      <TextInput
        label={t('report.link')}
        description={t('report.once')}
        readOnly
        data-autofocus
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="vx-hint">{t('report.readUntil', { at: dateTime(expiresAt) })}</p>
      <FormFoot end>
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('report.copy')}
        </Button>
      </FormFoot>
    </div>
  )
}
