import { Button, Text } from '@mantine/core'
import type { UserInfos } from '@vigilux/contract/features/accounts/account.ts'
import { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { useCheckedForm } from '../../shared/form/form.ts'
import { useFormats } from '../../shared/format/format.ts'
import { browserTimeZone } from '../../shared/format/wall-time.ts'
import { Card, Facts } from '../../shared/layout/PageHeader.tsx'
import * as styles from './accounts.module.css'
import { ConsentFields, consentNames } from './ConsentFields.tsx'

/** Consents with their dates; withdrawing one is as easy as giving it. */
export function ConsentsCard({ person: { consents } }: { person: UserInfos }) {
  const { t } = useTranslation('accounts')
  const { full } = useFormats(browserTimeZone)
  const form = useCheckedForm(accountActions.saveMarketing.input, {
    marketing: consents.marketing !== null,
    profiling: consents.profiling !== null,
    thirdparts: consents.thirdparts !== null,
  })
  const save = useActionMutation('saveMarketing', { refresh: ['getUserInfos'] })
  const submit = async (values: typeof form.values) => {
    await save.mutateAsync(values)
    form.resetDirty(values)
    toastDone(t('consent.saved'))
  }
  return (
    <Card title={t('consent.title')}>
      <form
        className={`${formStyles.form} ${styles.profileBody}`}
        onSubmit={form.onSubmit((values) => void submit(values).catch(() => undefined))}
      >
        <Text size="sm" c="dimmed">
          {t('consent.text')}
        </Text>
        <ConsentFields field={(name) => form.getInputProps(name, { type: 'checkbox' })} />
        <Facts
          entries={consentNames.map((name) => {
            const since = consents[name]
            return [t(`consent.${name}Short`), since ? t('consent.since', { time: full(since) }) : t('consent.not')]
          })}
        />
        <FormFailure error={save.error} />
        <div className={styles.formEnd}>
          <Button type="submit" loading={save.isPending}>
            {t('consent.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
