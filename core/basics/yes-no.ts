/** "No" and "Yes" in the languages of Moodle, and as spreadsheets and databases write them. */
export const NO =
  /^(no|n|0|false|nein|non|nee|não|nej|nei|nie|ne|nu|nem|ei|hayır|όχι|нет|не|ні|لا|לא|いいえ|否|不|아니오)$/i;
export const YES = /^(yes|y|1|true|ja|oui|sí|si|sì|sim|tak|ano|da|igen|kyllä|evet|ναι|да|так|نعم|כן|はい|是|예)$/i;
