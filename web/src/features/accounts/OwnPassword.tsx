import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Asks a signed-in person for the password again. */
export function OwnPassword(props: React.ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation('accounts')
  return (
    <PasswordInput
      label={t('password.current')}
      withAsterisk
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  )
}
