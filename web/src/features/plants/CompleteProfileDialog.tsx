import { Checkbox, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type AccountKind, accountKinds, needsIdentity } from '@vigilux/contract/features/accounts/account.ts'
import { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, showFieldFailures, useCheckedForm } from '../../shared/form/form.ts'
import { refreshSession } from '../../shared/session/session.ts'

type CompleteProfileDialogProps = { usertype: 'installer' | 'client'; onClose: () => void }

/** The data a basic account adds to become an installer or a client. */
export function CompleteProfileDialog({ usertype, onClose }: CompleteProfileDialogProps) {
  const { t } = useTranslation('plants')
  const queries = useQueryClient()
  const empty = { kind: 'company' as AccountKind, businessname: '', piva: '', nameDeclared: false }
  const form = useCheckedForm(accountActions.completeProfile.input, empty, { usertype })
  const isCompany = form.values.kind === 'company'
  const [failure, setFailure] = useState<unknown>()
  const complete = useActionMutation('completeProfile', { refresh: ['getUserInfos'] })
  const submit = async (values: typeof form.values) => {
    setFailure(undefined)
    try {
      await complete.mutateAsync({ usertype, ...values })
      await refreshSession(queries)
      onClose()
    } catch (error) {
      if (!showFieldFailures(form, error)) setFailure(error)
    }
  }
  return (
    <FormDialog unsaved={form.isDirty()} onClose={onClose} title={t(`empty.${usertype}`)}>
      {(cancel) => (
        <form
          className={formStyles.form}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <Text size="sm">{t(`empty.${usertype}Then`)}</Text>
          <SegmentedControl
            aria-label={t('profile.kind')}
            data={accountKinds.map((value) => ({ value, label: t(`profile.${value}`) }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label={t('profile.businessname')}
            withAsterisk={isCompany}
            autoComplete="organization"
            data-autofocus
            {...form.getInputProps('businessname')}
          />
          <TextInput label={t('profile.piva')} withAsterisk={isCompany} {...form.getInputProps('piva')} />
          {needsIdentity({ usertype, kind: form.values.kind }) ? (
            <Checkbox label={t('profile.nameDeclared')} {...form.getInputProps('nameDeclared', { type: 'checkbox' })} />
          ) : null}
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={complete.isPending}>
            {t(`empty.${usertype}`)}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
