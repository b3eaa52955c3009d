/**
 * Languages by plural rule: the codes are the service's, the formulas gettext's (`plural=`), as the service answers them
 * at `/api/languages/`. Names and directions are not written down here: they come from CLDR through Intl (languages.ts).
 * The rules are not CLDR's, so no table of CLDR's can make them: of 614 codes here, CLDR 47 has no rule for 294, and another
 * number of forms for 51 (three for Spanish, French, Italian and Portuguese, where the service and gettext have two).
 */
export interface PluralFamily {
  readonly number: number;
  readonly formula: string;
  /** The service's number for the kind of rule, as it answers it in `plural.type`. */
  readonly type: number;
  /** Codes, separated by blanks. */
  readonly languages: string;
}

export const pluralFamilies: readonly PluralFamily[] = [
  {
    number: 1,
    formula: "0",
    type: 0,
    languages: `
      ace ay bm bo bo_CN crh dz gan_Hans gan_Hant hak_Hans hak_Hant hak_Latn hnj hsn id ig ii ja jbo jv
      kde kea km ko kos lkt lo lzh ms ms_Arab my nan_Hans nan_Hant nqo osa sah ses sg su th tlh to tok tpi
      tt vi wo wuu_Hans wuu_Hant yo yue_Hans yue_Hant zh_Hans zh_Hans_SG zh_Hant zh_Hant_HK zh_Latn`,
  },
  {
    number: 2,
    formula: "n != 1",
    type: 1,
    languages: `
      aa ab ada af aii ain ale aln alt an anp arp arw asa ast av avk awa az azb ba bal ban bar bas bbc bem
      ber bew bez bg bgc bgn bi bik bin bjn bla bqi bra brx bua bug bum byn ca ca@valencia ca_AD car ce
      cgg ch chk chm chn cho chp chr chy ckb ckb_IQ ckb_IR co cr cv da dak dar de de@formal de@informal
      de_AT de_CH de_LU del den dgr din dje dua dv dyu ee efi egl eka el en en_AU en_CA en_GB en_IE en_IN
      en_NZ en_PH en_US en_ZA eo es es@formal es@informal es_419 es_AR es_BO es_CL es_CO es_CR es_CU es_DO
      es_EC es_MX es_NI es_PA es_PE es_PR es_SV es_US es_UY es_VE et eu ewo ext fan fat fi fj fo fon frr
      frs fur fy gaa gay gba gez gil gl gn gom gon gor grb gsw guc gur guz gwi ha hai haw hil hmn hne ho
      hrx ht hu hup hz ia iba ibb ie ik ilo inh io isv it it@formal it@informal it_CH jam jgo jmc ka kaa
      kac kaj kam kbd kcg kfy kg kha kho ki kj kk kk_Latn kkj kl kln kmb kmr kmr_Latn kok kpe kr krc kri
      krl kru ks ksb ku kum kut kv ky la lam lb lez lfn lg li lij lki lmo lol loz lrc lu lua lui lun luo
      lus luy mad mag mai mak man mas mdf mdr men mer mgh mgo mh mhr mic min mjw ml mn mn_Cyrl mn_Mong mnc
      mni mnw moe moh mos mr mus mwl mwr mww myv mzn na nah nap nb_NO nd nds ne new ng nia niu nl
      nl@formal nl@informal nl_BE nn nnh nod nog nr nv ny nym nyn nyo nzi oj om or os pag pam pap pau pdt
      pi pms pon prs ps qu qu_EC quc qug raj rap rar rcf rhg rif rm rn rof rom rue rup rw rwk sad saq sas
      sc sco sd sdh seh sel sgs shn sid skr sm sn snk so sou sq srn srr ss ssy st suk sus sv sw sw_CD
      sw_TZ syl syr ta ta_LK tcy te tem teo ter tet tig tiv tk tkl tli tly tmh tn tog tr trv ts tsi tts
      tum tvl tw ty tyv tzl udm ug umb und ur ur_IN ur_PK uz uz_Latn vai ve vls vmf vmw vo vot vro vun wae
      wal war was xal xh xnr xog yao yap yi za zap zbl zen zgh zun zza`,
  },
  {
    number: 2,
    formula: "n > 1",
    type: 1,
    languages: `
      ach ady ak am arn as bh bho bn bn_BD bn_IN csw doi fa ff fr fr@formal fr@informal fr_AG fr_BE fr_CA
      fr_CH fr_LU fr_SN frc frp gu gu_IN gug hi hi_Latn hy kab kn ln mfe mg mi nso oc oc_ES pa pa_PK pcm
      pt pt@formal pt@informal pt_AO pt_BR pt_BR@formal pt_BR@informal pt_PT si tg ti wa zu`,
  },
  {
    number: 2,
    formula: "n != 1 && n != 2 && n != 3 && (n % 10 == 4 || n % 10 == 6 || n % 10 == 9)",
    type: 1,
    languages: "ceb fil tl",
  },
  {
    number: 2,
    formula: "n % 10 != 1 || n % 100 == 11",
    type: 1,
    languages: "is",
  },
  {
    number: 2,
    formula: "n==1 || n%10==1 ? 0 : 1",
    type: 1,
    languages: "mk",
  },
  {
    number: 2,
    formula: "n >= 2 && (n < 11 || n > 99)",
    type: 1,
    languages: "tzm",
  },
  {
    number: 3,
    formula: "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
    type: 22,
    languages: `
      be be_Latn bs bs_Cyrl bs_Latn cnr cnr_Cyrl hr ru ru@formal ru@informal ru_UA sr sr@ijekavian sr_Cyrl
      sr_Latn uk`,
  },
  {
    number: 3,
    formula: "(n == 1) ? 0 : ((n == 2) ? 1 : 2)",
    type: 4,
    languages: "iu iu_Latn naq se sma smj smn sms",
  },
  {
    number: 3,
    formula: "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
    type: 22,
    languages: "csb pl pl@formal pl@informal szl",
  },
  {
    number: 3,
    formula: "(n % 10 == 0 || n % 100 >= 11 && n % 100 <= 19) ? 0 : ((n % 10 == 1 && n % 100 != 11) ? 1 : 2)",
    type: 11,
    languages: "lv lv@formal lv@informal prg",
  },
  {
    number: 3,
    formula: "(n == 1) ? 0 : ((n != 0 && n % 1000000 == 0) ? 1 : 2)",
    type: 20,
    languages: "lld scn vec",
  },
  {
    number: 3,
    formula: "(n == 0) ? 0 : ((n == 1) ? 1 : 2)",
    type: 11,
    languages: "blo lag",
  },
  {
    number: 3,
    formula: "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2",
    type: 22,
    languages: "cs sk",
  },
  {
    number: 3,
    formula: "n==0 ? 0 : n==1 ? 1 : 2",
    type: 11,
    languages: "ksh",
  },
  {
    number: 3,
    formula:
      "(n % 10 == 1 && (n % 100 < 11 || n % 100 > 19)) ? 0 : ((n % 10 >= 2 && n % 10 <= 9 && (n % 100 < 11 || n % 100 > 19)) ? 1 : 2)",
    type: 22,
    languages: "lt",
  },
  {
    number: 3,
    formula: "n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2",
    type: 7,
    languages: "ltg",
  },
  {
    number: 3,
    formula: "n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2",
    type: 2,
    languages: "ro",
  },
  {
    number: 3,
    formula: "(n == 1) ? 0 : ((n == 0 || n % 100 >= 2 && n % 100 <= 19) ? 1 : 2)",
    type: 2,
    languages: "ro_MD",
  },
  {
    number: 3,
    formula: "n==1 ? 0 : n==2 ? 1 : 2",
    type: 4,
    languages: "sa",
  },
  {
    number: 3,
    formula: "n == 1 ? 0 : n == 2 ? 1 : 2",
    type: 4,
    languages: "sat",
  },
  {
    number: 3,
    formula: "(n == 0 || n == 1) ? 0 : ((n >= 2 && n <= 10) ? 1 : 2)",
    type: 2,
    languages: "shi",
  },
  {
    number: 4,
    formula: "(n % 100 == 1) ? 0 : ((n % 100 == 2) ? 1 : ((n % 100 == 3 || n % 100 == 4) ? 2 : 3))",
    type: 6,
    languages: "dsb hsb",
  },
  {
    number: 4,
    formula: "(n == 1) ? 0 : ((n == 2) ? 1 : ((n > 10 && n % 10 == 0) ? 2 : 3))",
    type: 6,
    languages: "he he_IL",
  },
  {
    number: 4,
    formula: "(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n > 2 && n < 20) ? 2 : 3",
    type: 6,
    languages: "gd",
  },
  {
    number: 4,
    formula:
      "(n % 10 == 1) ? 0 : ((n % 10 == 2) ? 1 : ((n % 100 == 0 || n % 100 == 20 || n % 100 == 40 || n % 100 == 60 || n % 100 == 80) ? 2 : 3))",
    type: 6,
    languages: "gv",
  },
  {
    number: 4,
    formula: "n==1 ? 0 : n==0 || ( n%100>1 && n%100<11) ? 1 : (n%100>10 && n%100<20 ) ? 2 : 3",
    type: 8,
    languages: "mt",
  },
  {
    number: 4,
    formula: "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3",
    type: 6,
    languages: "sl",
  },
  {
    number: 5,
    formula:
      "(n % 10 == 1 && n % 100 != 11 && n % 100 != 71 && n % 100 != 91) ? 0 : ((n % 10 == 2 && n % 100 != 12 && n % 100 != 72 && n % 100 != 92) ? 1 : ((((n % 10 == 3 || n % 10 == 4) || n % 10 == 9) && (n % 100 < 10 || n % 100 > 19) && (n % 100 < 70 || n % 100 > 79) && (n % 100 < 90 || n % 100 > 99)) ? 2 : ((n != 0 && n % 1000000 == 0) ? 3 : 4)))",
    type: 10,
    languages: "br",
  },
  {
    number: 5,
    formula: "n==1 ? 0 : n==2 ? 1 : (n>2 && n<7) ? 2 :(n>6 && n<11) ? 3 : 4",
    type: 10,
    languages: "ga",
  },
  {
    number: 6,
    formula: "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5",
    type: 12,
    languages: "aeb ar ar_BH ar_DZ ar_EG ar_KW ar_LY ar_MA ar_SA ar_YE",
  },
  {
    number: 6,
    formula:
      "(n == 0) ? 0 : ((n == 1) ? 1 : ((n == 2) ? 2 : ((n % 100 >= 3 && n % 100 <= 10) ? 3 : ((n % 100 >= 11 && n % 100 <= 99) ? 4 : 5))))",
    type: 12,
    languages: "arq ars arz",
  },
  {
    number: 6,
    formula: "(n==0) ? 0 : (n==1) ? 1 : (n==2) ? 2 : (n==3) ? 3 :(n==6) ? 4 : 5",
    type: 12,
    languages: "cy",
  },
  {
    number: 6,
    formula:
      "(n == 0) ? 0 : ((n == 1) ? 1 : (((n % 100 == 2 || n % 100 == 22 || n % 100 == 42 || n % 100 == 62 || n % 100 == 82) || n % 1000 == 0 && (n % 100000 >= 1000 && n % 100000 <= 20000 || n % 100000 == 40000 || n % 100000 == 60000 || n % 100000 == 80000) || n != 0 && n % 1000000 == 100000) ? 2 : ((n % 100 == 3 || n % 100 == 23 || n % 100 == 43 || n % 100 == 63 || n % 100 == 83) ? 3 : ((n != 1 && (n % 100 == 1 || n % 100 == 21 || n % 100 == 41 || n % 100 == 61 || n % 100 == 81)) ? 4 : 5))))",
    type: 12,
    languages: "kw",
  },
];
