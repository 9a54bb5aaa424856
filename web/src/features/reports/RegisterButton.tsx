import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { callOnce } from '../../shared/api/use-action.ts'
import { useSavedReport } from '../../shared/api/use-saved-report.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** Makes the register of the last year, of a Basic plant the last test, and saves it. */
export function RegisterButton({ filled = false }: { filled?: boolean }) {
  const { t } = useTranslation('reports')
  const { plantId, plant } = useCurrentPlant()
  const language = useLanguage()
  const period = plant.tier === 'pro' ? 'lastYear' : 'lastTest'
  const register = useSavedReport(
    async () => (await callOnce('createGlobalReport', { plantId, language, period })).report.id,
    async (reportId) => {
      const { report } = await call('getReport', { plantId, reportId })
      return { report, file: report.state === 'ready' ? await callOnce('downloadReport', { plantId, reportId }) : null }
    },
  )
  return (
    <>
      <Button
        {...(filled ? {} : { variant: 'default' })}
        aria-disabled={register.isPending || undefined}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => (register.isPending ? undefined : register.mutate())}
      >
        {register.isPending ? <MakingFor since={register.submittedAt} /> : t('register')}
      </Button>
      <FormFailure error={register.error} />
    </>
  )
}

/** How long the PDF has been in the making. */
export function MakingFor({ since }: { since: number }) {
  const { t } = useTranslation('reports')
  const { duration } = useFormats()
  return <span role="status">{t('makingFor', { time: duration(Math.max(0, useNow(1000) - since)) })}</span>
}
