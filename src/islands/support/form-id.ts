/** By which the language menu takes along what is typed. */
export const FORM_ID = 'support-form';
