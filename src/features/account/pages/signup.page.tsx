import { ProviderButtons } from '../parts/provider-buttons.tsx'
import { signingPage } from './signing-page.tsx'

export default signingPage('signUp', ProviderButtons)
