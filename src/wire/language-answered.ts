/** Where the browser stores that the visitor has chosen a language, or to stay: then none is offered any more. */
export const languageAnswered = 'violet_language_asked'
