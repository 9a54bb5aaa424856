import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { saveBlob } from '../../shared/save-blob.ts'
import * as styles from './factor.module.css'

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('accounts')
  const save = () => saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'vigilux-recovery-codes.txt')
  return (
    <div className={formStyles.form}>
      <p>{t('factor.codesText')}</p>
      <ul className={styles.recoveryCodes} aria-label={t('factor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormFoot end>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {t('factor.saveCodes')}
        </Button>
        <Button onClick={onKept} data-autofocus>
          {t('factor.kept')}
        </Button>
      </FormFoot>
    </div>
  )
}
