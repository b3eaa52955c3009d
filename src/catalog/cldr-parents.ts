/**
 * Languages that fall back to another one than themselves without their last part, by that other one.
 * Made by `npm run generate` from CLDR (Unicode License v3); do not edit.
 */
export const childrenByParent: Readonly<Record<string, string>> = {
  en_001: `
    en_150 en_AG en_AI en_AU en_BB en_BM en_BS en_BW en_BZ en_CC en_CK en_CM en_CX en_CY en_DG en_DM en_ER en_FJ en_FK
    en_FM en_GB en_GD en_GG en_GH en_GI en_GM en_GS en_GY en_HK en_ID en_IE en_IL en_IM en_IN en_IO en_JE en_JM en_KE
    en_KI en_KN en_KY en_LC en_LR en_LS en_MG en_MO en_MS en_MT en_MU en_MV en_MW en_MY en_NA en_NF en_NG en_NR en_NU
    en_NZ en_PG en_PK en_PN en_PW en_RW en_SB en_SC en_SD en_SG en_SH en_SL en_SS en_SX en_SZ en_TC en_TK en_TO en_TT
    en_TV en_TZ en_UG en_VC en_VG en_VU en_WS en_ZA en_ZM en_ZW`,
  en_150: `
    en_AT en_BE en_CH en_CZ en_DE en_DK en_EE en_ES en_FI en_FR en_GE en_HU en_IT en_LT en_LV en_NL en_NO en_PL en_PT
    en_RO en_SE en_SI en_SK en_UA`,
  en_IN: `
    hi_Latn`,
  es_419: `
    es_AR es_BO es_BR es_BZ es_CL es_CO es_CR es_CU es_DO es_EC es_GT es_HN es_JP es_MX es_NI es_PA es_PE es_PR es_PY
    es_SV es_US es_UY es_VE`,
  fr_HT: `
    ht`,
  no: `
    nb nn no_NO`,
  pt_PT: `
    pt_AO pt_CH pt_CV pt_FR pt_GQ pt_GW pt_LU pt_MO pt_MZ pt_ST pt_TL`,
  zh_Hant_HK: `
    zh_Hant_MO`,
};
