import { Button } from '@mantine/core'
import { IconFileTypePdf, IconShieldCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useSavedReport } from '../../shared/api/use-saved-report.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { pathTo } from '../../site-map.ts'
import { MakingFor } from '../reports/index.ts'
import * as styles from './compliance.module.css'

function useRegister(secret: string) {
  const language = useLanguage()
  return useSavedReport(
    async () => (await call('createInspectorRegister', { secret, language })).report.id,
    (reportId) => call('getInspectorRegister', { secret, reportId }),
  )
}

/** Documents for the inspector: the register in one press, and the way to verify an export of the logbook. */
export function InspectorActions({ secret }: { secret: string }) {
  const { t } = useTranslation('reports')
  const { t: ofLogbook } = useTranslation('logbook')
  const register = useRegister(secret)
  return (
    <footer className={`${styles.inspectorActions} vx-no-print`}>
      <FormFailure error={register.error} />
      <div>
        <Button
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
          aria-disabled={register.isPending || undefined}
          onClick={() => (register.isPending ? undefined : register.mutate())}
        >
          {register.isPending ? <MakingFor since={register.submittedAt} /> : t('register')}
        </Button>
        <Button
          component="a"
          variant="default"
          href={`#${pathTo('verify')}`}
          leftSection={<IconShieldCheck size={20} aria-hidden />}
        >
          {ofLogbook('verify')}
        </Button>
      </div>
    </footer>
  )
}
