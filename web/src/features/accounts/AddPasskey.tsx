import { Alert, TextInput } from '@mantine/core'
import { passkeyName } from '@vigilux/contract/features/accounts/sign-in-methods.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { DialogFoot } from '../../shared/form/FormFoot.tsx'
import * as formStyles from '../../shared/form/form.module.css'
import { focusFirstError, useCheckedForm } from '../../shared/form/form.ts'
import { AccountFailure } from './AccountFailure.tsx'
import { passwordForm } from './factor-forms.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { canUsePasskeys, createPasskey } from './passkeys.ts'
import { useAuthFlow } from './use-auth-flow.ts'

const addForm = passwordForm.extend({ name: passkeyName })

/** Asks for the password and a name, then has the device create the passkey. */
export function AddPasskey({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('accounts')
  const form = useCheckedForm(addForm, { password: '', name: '' })
  const { ask: request, busy, failure } = useAuthFlow(form)
  const [device, passkeyState] = useState<'asked' | 'refused'>()
  const submit = async ({ password, name }: { password: string; name: string }) => {
    passkeyState(undefined)
    const options = await request('begin-passkey', { password })
    if (!options) return
    passkeyState('asked')
    const response = await createPasskey(options).catch(() => null)
    passkeyState(response ? undefined : 'refused')
    if (!response || !(await request('add-passkey', { name, response }))) return
    toastDone(t('passkey.done'))
    onDone()
    onClose()
  }
  return (
    <FormDialog title={t('passkey.add')} unsaved={false} onClose={onClose} closeOnClickOutside={false}>
      {(cancel) => (
        <form
          className={formStyles.form}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <AccountFailure error={failure} />
          {device === 'refused' ? (
            <Alert color="red" variant="light" role="alert">
              {canUsePasskeys() ? t('passkey.notMade') : t('passkey.notHere')}
            </Alert>
          ) : null}
          <TextInput
            label={t('passkey.name')}
            description={t('passkey.nameHelp')}
            withAsterisk
            data-autofocus
            maxLength={60}
            {...form.getInputProps('name')}
          />
          <OwnPassword {...form.getInputProps('password')} />
          <DialogFoot onCancel={cancel} saving={busy || device === 'asked'}>
            {t('factor.continue')}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
