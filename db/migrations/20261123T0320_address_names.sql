-- Addresses have a first and a last name, and a telephone number in two parts: its dial code, and the number
-- within the country. What was stored in one piece is taken apart where that is sure; else it stays together.

-- Family names that are longer than one character.
create temp table long_names on commit drop as
select 'chinese' as script, name
from regexp_split_to_table('
  欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 夏侯 轩辕 軒轅 端木 独孤 獨孤 南宫 南宮 百里 呼延 申屠 太史
  闻人 聞人 澹台 澹臺 濮阳 濮陽 淳于 单于 單于 公冶 宗政 钟离 鍾離 鲜于 鮮于 闾丘 閭丘 亓官 司寇 拓跋 范姜 張簡 张简
', '\s+') name
union all
select 'korean', name
from regexp_split_to_table('남궁 황보 제갈 사공 선우 서문 독고 동방', '\s+') name
union all
select 'japanese', name
from regexp_split_to_table('
  佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡邉 山本 中村 小林 加藤 吉田 山田 山口 松本 井上 木村 清水 山崎 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 藤田 後藤
  近藤 村上 遠藤 青木 坂本 斉藤 斎藤 齋藤 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 上田 内田 柴田 酒井 宮崎 横山
  高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 千葉 菅原 岩崎 木下 野村 松尾 菊地 市川 杉本
  古川 大西 島田 水野 桜井 高野 吉川 山内 西田 飯田 菊池 西川 小松 北村 安田 川口 平田 中田 服部 川崎 桑原 松岡
', '\s+') name;

delete from long_names where name = '';

-- Countries and their dial codes, as in src/ui/forms/dial-codes.ts.
create temp table dials on commit drop as
select left(dial, 2) as country, substr(dial, 3) as code
from regexp_split_to_table('
  AC247 AD376 AE971 AF93 AG1 AI1 AL355 AM374 AO244 AR54 AS1 AT43 AU61 AW297 AX358 AZ994 BA387 BB1
  BD880 BE32 BF226 BG359 BH973 BI257 BJ229 BL590 BM1 BN673 BO591 BQ599 BR55 BS1 BT975 BW267 BY375
  BZ501 CA1 CC61 CD243 CF236 CG242 CH41 CI225 CK682 CL56 CM237 CN86 CO57 CR506 CU53 CV238 CW599
  CX61 CY357 CZ420 DE49 DJ253 DK45 DM1 DO1 DZ213 EC593 EE372 EG20 EH212 ER291 ES34 ET251 FI358
  FJ679 FK500 FM691 FO298 FR33 GA241 GB44 GD1 GE995 GF594 GG44 GH233 GI350 GL299 GM220 GN224
  GP590 GQ240 GR30 GT502 GU1 GW245 GY592 HK852 HN504 HR385 HT509 HU36 ID62 IE353 IL972 IM44 IN91
  IO246 IQ964 IR98 IS354 IT39 JE44 JM1 JO962 JP81 KE254 KG996 KH855 KI686 KM269 KN1 KP850 KR82
  KW965 KY1 KZ7 LA856 LB961 LC1 LI423 LK94 LR231 LS266 LT370 LU352 LV371 LY218 MA212 MC377 MD373
  ME382 MF590 MG261 MH692 MK389 ML223 MM95 MN976 MO853 MP1 MQ596 MR222 MS1 MT356 MU230 MV960
  MW265 MX52 MY60 MZ258 NA264 NC687 NE227 NF672 NG234 NI505 NL31 NO47 NP977 NR674 NU683 NZ64
  OM968 PA507 PE51 PF689 PG675 PH63 PK92 PL48 PM508 PR1 PS970 PT351 PW680 PY595 QA974 RE262 RO40
  RS381 RU7 RW250 SA966 SB677 SC248 SD249 SE46 SG65 SH290 SI386 SJ47 SK421 SL232 SM378 SN221
  SO252 SR597 SS211 ST239 SV503 SX1 SY963 SZ268 TA290 TC1 TD235 TG228 TH66 TJ992 TK690 TL670
  TM993 TN216 TO676 TR90 TT1 TV688 TW886 TZ255 UA380 UG256 US1 UY598 UZ998 VA39 VC1 VE58 VG1 VI1
  VN84 VU678 WF681 WS685 XK383 YE967 YT262 ZA27 ZM260 ZW263
', '\s+') dial
where dial <> '';

-- As `splitName` of src/domain/person/person-name.ts.
create function pg_temp.split_name(whole text, country text) returns jsonb language plpgsql as $$
declare
  han constant text := '\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af';
  hangul constant text := '\uac00-\ud7a3';
  katakana constant text := '\u30a1-\u30fa\u30fc';
  eastern constant text := han || hangul || '\u3041-\u3096' || katakana;
  spaces constant text := '[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+';
  trimmed text := btrim(regexp_replace(whole, spaces, ' ', 'g'), ' ');
  words text[] := string_to_array(trimmed, ' ');
  signs int := char_length(trimmed);
  script text := (select l.script from long_names l where l.name = left(trimmed, 2));
  family int := 0;
begin
  -- Signs of a company, of a second person or of words that are no name.
  if trimmed ~ '[0-9,;:/\\()<>@#&"+*=_|{}\[\]~!?$%^`]' then
    family := 0;
  elsif trimmed ~ ('[' || eastern || ']') then
    if cardinality(words) = 2 and trimmed ~ ('^[' || eastern || ' ]+$')
      and trimmed !~ ('^[' || katakana || ' ]+$')
    then
      return jsonb_build_object('firstName', words[2], 'lastName', words[1]);
    elsif trimmed ~ ('^[' || hangul || ']+$') then
      family := case
        when signs in (3, 4) and script = 'korean' then 2
        when signs in (2, 3) then 1
        else 0
      end;
    elsif trimmed ~ ('^[' || han || ']+$') and country = 'JP' then
      family := case
        when signs = 4 or (signs in (3, 5) and script = 'japanese') then 2
        when signs = 2 and script is distinct from 'japanese' then 1
        else 0
      end;
    elsif trimmed ~ ('^[' || han || ']+$') then
      family := case
        when signs in (3, 4) and script = 'chinese' then 2
        when signs in (2, 3) then 1
        else 0
      end;
    elsif trimmed ~ ('^[' || eastern || ']+$') and signs > 2 and script = 'japanese' then
      family := 2;
    end if;
  -- In the others both "Chan Siu Ming" and "Peter Chan" are written.
  elsif cardinality(words) > 1
    and country not in ('CN', 'HK', 'MO', 'TW', 'JP', 'KR', 'VN', 'HU', 'SG', 'MY')
  then
    return jsonb_build_object(
      'firstName', array_to_string(words[:cardinality(words) - 1], ' '),
      'lastName', words[cardinality(words)]
    );
  end if;
  return jsonb_build_object('firstName', substr(trimmed, family + 1), 'lastName', left(trimmed, family));
end $$;

-- As `takeDialCode` of src/domain/person/phone.ts; without a code in front it is that of the country.
create function pg_temp.split_phone(typed text, country text) returns jsonb language plpgsql as $$
declare
  number text := btrim(normalize(typed, NFKC), E' \t\n\r');
  digits text := regexp_replace(number, '[^0-9]', '', 'g');
  front text;
begin
  if number = '' then
    return jsonb_build_object('countryCode', '', 'phone', '');
  end if;
  for length in 1..3 loop
    -- The digits of a code, with what people write between digits.
    front := substring(number from '^\+(?:[\s().-]*[0-9]){' || length || '}[\s.-]*');
    if front is not null and exists (select from dials where code = left(digits, length)) then
      return jsonb_build_object(
        'countryCode', '+' || left(digits, length),
        'phone', btrim(substr(number, char_length(front) + 1))
      );
    end if;
  end loop;
  return jsonb_build_object(
    'countryCode', coalesce((select '+' || d.code from dials d where d.country = split_phone.country), ''),
    'phone', btrim(typed)
  );
end $$;

create function pg_temp.in_parts(address jsonb, phone text) returns jsonb language sql as $$
  select (address - 'name' - 'phone')
    || pg_temp.split_name(coalesce(address->>'name', ''), coalesce(address->>'country', ''))
    || pg_temp.split_phone(coalesce(phone, ''), coalesce(address->>'country', ''))
$$;

-- What was typed last counts: the form had the number among the contact's fields.
update checkouts
set
  address = pg_temp.in_parts(address, coalesce(nullif(contact->>'phone', ''), address->>'phone')),
  billing = case when billing is null then null else pg_temp.in_parts(billing, billing->>'phone') end,
  contact = contact - 'phone'
where address <> '{}' or billing is not null or contact ? 'phone';

-- An order keeps a second number where it was.
update orders
set
  address = pg_temp.in_parts(address, coalesce(nullif(address->>'phone', ''), contact->>'phone')),
  billing = pg_temp.in_parts(
    billing,
    coalesce(nullif(billing->>'phone', ''), case when billing = address then contact->>'phone' end)
  ),
  contact = case
    when coalesce(address->>'phone', '') in ('', contact->>'phone') then contact - 'phone'
    else contact
  end;
