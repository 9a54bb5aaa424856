import { Button } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AccountFailure } from './AccountFailure.tsx'
import * as styles from './accounts.module.css'
import type { CompanySignIn } from './company.ts'

/** Sign-in through the company of the typed address, and a hint if passwords still work. */
export function CompanyStep({ company, begin, busy, failure }: CompanySignIn) {
  const { t } = useTranslation('accounts')
  if (!company) return null
  return (
    <div className={styles.accountCompany} role="status">
      <p>{t('company.text', { company: company.name })}</p>
      <AccountFailure error={failure} />
      <Button
        fullWidth
        leftSection={<IconBuilding size={16} aria-hidden />}
        loading={busy}
        onClick={() => void begin()}
        styles={{ label: { whiteSpace: 'normal' } }}
        h="auto"
        mih={36}
        py={6}
      >
        {t('company.continue', { company: company.name })}
      </Button>
      {company.passwords ? <span className={styles.accountOr}>{t('company.or')}</span> : null}
    </div>
  )
}
