import { Button, Select } from '@mantine/core'
import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import { type ReportPeriod, reportPeriods } from '@vigilux/contract/features/reports/plant-report.ts'
import { reportRhythms } from '@vigilux/contract/features/reports/report-mail.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSignedInUser } from '../../shared/session/session.ts'

type DialogProps = { period: ReportPeriod; onClose: () => void }

/** Whether and how often the report is mailed to the reader. */
export function ReportMailDialog({ period, onClose }: DialogProps) {
  const { t } = useTranslation('reports')
  const { email } = useSignedInUser()
  return (
    <FormDialog unsaved={false} onClose={onClose} title={t('byMail.title')}>
      {(cancel) => (
        <>
          <p className="vx-quiet">{t('byMail.about', { email })}</p>
          <AnswerBoundary>
            <MailForm period={period} onClose={cancel} />
          </AnswerBoundary>
        </>
      )}
    </FormDialog>
  )
}

function MailForm({ period: shown, onClose }: DialogProps) {
  const { t } = useTranslation('reports')
  const { t: tTests } = useTranslation('emergency-tests')
  const { plant, plantId } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const { mail } = useAnswer('getReportMail', { plantId })
  const first = mail?.period ?? shown
  const [rhythm, setRhythm] = useState<string>(mail?.rhythm ?? 'monthly')
  const [period, setPeriod] = useState<string>(first)
  const save = useActionMutation('saveReportMail', { refresh: ['getReportMail'], onSuccess: onClose })
  const isBasic = plant.tier === 'basic'
  const submit = () =>
    save.mutate({
      plantId,
      rhythm: reportRhythms.find((one) => one === rhythm) ?? null,
      period: reportPeriods.find((one) => one === period) ?? first,
    })
  return (
    <form
      className={formStyles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Select
        label={t('byMail.rhythm')}
        description={mail ? t('byMail.next', { time: dateTime(mail.nextAt) }) : undefined}
        allowDeselect={false}
        data-autofocus
        value={rhythm}
        data={(['never', ...reportRhythms] as const).map((value) => ({ value, label: t(`byMail.${value}`) }))}
        onChange={(value) => value && setRhythm(value)}
      />
      <Select
        label={tTests('word.period')}
        description={isBasic ? errorText('errors', 'REPORT_LIMIT_BASIC') : undefined}
        allowDeselect={false}
        disabled={rhythm === 'never'}
        value={period}
        data={reportPeriods.map((value) => ({
          value,
          label: tTests(`report.periods.${value}`),
          disabled: isBasic && !isAvailableInBasic(value),
        }))}
        onChange={(value) => value && setPeriod(value)}
      />
      <FormFailure error={save.error} />
      <FormFoot end>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('byMail.save')}
        </Button>
      </FormFoot>
    </form>
  )
}
