import { Checkbox, NumberInput, Select, Text } from '@mantine/core'
import { type NoticeKind, proNoticeDays } from '@vigilux/contract/features/notices/notice.ts'
import {
  type BoundedThreshold,
  configurableKinds,
  type NoticeThresholds,
  thresholdBounds,
  thresholdFields,
} from '@vigilux/contract/features/notices/thresholds.ts'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { useRecordForm } from '../../shared/form/record-form.tsx'
import { UnsavedGuard } from '../../shared/form/UnsavedGuard.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import * as styles from './notices.module.css'

const schema = z.object(thresholdFields)
const durationFields = ['silentAfterH', 'inhibitedAfterMin', 'overdueAfterDays'] as const
const countFields = ['faultLamps', 'testLamps'] as const

type ThresholdsDialogProps = { plant: PlantDetails['plant']; stored: NoticeThresholds; onClose: () => void }

/** Edits the thresholds for notices and for urgency. */
export function ThresholdsDialog({ plant, stored, onClose }: ThresholdsDialogProps) {
  const { t } = useTranslation('notices')
  const action = useActionMutation('saveNoticeThresholds', { refresh: ['getNoticeThresholds'] })
  const { form, submit, saving, trouble } = useRecordForm<Omit<NoticeThresholds, 'version'>>({
    schema,
    stored,
    labels: {
      silentAfterH: t('thresholds.silentAfterH'),
      inhibitedAfterMin: t('thresholds.inhibitedAfterMin'),
      overdueAfterDays: t('thresholds.overdueAfterDays'),
      proDays: t('thresholds.proDays'),
      urgent: t('thresholds.urgent'),
      faultLamps: t('thresholds.faultLamps'),
      testLamps: t('thresholds.testLamps'),
    },
    say: (path, value) =>
      path === 'urgent' && value
        ? value
            .split('\n')
            .map((kind) => t(`name.${kind as NoticeKind}`))
            .join('\n')
        : value,
    toValues: (now: NoticeThresholds) => now,
    save: async (values) => (await action.mutateAsync({ plantId: plant.plant_id, ...values })).thresholds,
    onSaved: onClose,
  })
  const { urgent, proDays } = form.getValues()
  const number = (name: BoundedThreshold) => (
    <NumberInput
      key={name}
      label={t(`thresholds.${name}`)}
      min={thresholdBounds[name].min}
      max={thresholdBounds[name].max}
      allowDecimal={false}
      {...form.getInputProps(name)}
    />
  )
  return (
    <FormDialog title={t('thresholds.title')} unsaved={form.isDirty()} onClose={onClose}>
      {(cancel) => (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard form={form} draft="notice-thresholds" />
          <div className={styles.noticeChoices}>
            {durationFields.map(number)}
            <Select
              label={t('thresholds.proDays')}
              data={proNoticeDays.map(String)}
              allowDeselect={false}
              value={String(proDays)}
              onChange={(value) =>
                form.setFieldValue('proDays', proNoticeDays.find((days) => String(days) === value) ?? proDays)
              }
            />
            <fieldset className={styles.noticeTimes}>
              <legend>{t('thresholds.urgent')}</legend>
              <Checkbox label={t('name.mainsFailure')} checked disabled description={t('thresholds.always')} />
              {configurableKinds.map((kind) => (
                <Checkbox
                  key={kind}
                  label={t(`name.${kind}`)}
                  checked={urgent.includes(kind)}
                  onChange={({ currentTarget: { checked } }) =>
                    form.setFieldValue(
                      'urgent',
                      configurableKinds.filter((one) => (one === kind ? checked : urgent.includes(one))),
                    )
                  }
                />
              ))}
            </fieldset>
            {countFields.map(number)}
            <Text size="sm" c="dimmed">
              {t('thresholds.effect')}
            </Text>
            {trouble}
          </div>
          <DialogFoot onCancel={cancel} saving={saving}>
            {t('thresholds.save')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
