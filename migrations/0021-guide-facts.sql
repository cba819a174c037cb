-- Corrects facts and sources in the guides of 0018 that no administrator has changed.
update guide set body = replace(body, corrected.old, corrected.new), updated_at = '2026-11-28 08:00Z'
from (values
  ('career-consultation',
    'gives free information, advice and guidance. Scotland',
    'gives free information, advice and guidance. The government is merging it with the job centres, so its name may change. Scotland'),
  ('first-90-days-of-a-business-page',
    'https://ico.org.uk/for-organisations/data-protection-fee/self-assessment/',
    'https://ico.org.uk/for-organisations/data-protection-fee/data-protection-fee-self-assessment/'),
  ('study-in-the-netherlands-or-germany',
    'or €992 a month; look up the present figure with the [Federal Foreign Office](https://www.auswaertiges-amt.de/en) before',
    'or €992 a month. Higher grants were planned for autumn 2026, so look up the present figure with the [German missions in the UK](https://uk.diplo.de/uk-en) before')
) as corrected (slug, old, new)
where guide.slug = corrected.slug and guide.version = 1;

update guide set
  body = replace(replace(replace(body,
    'you pay no tuition fees, and you get a wage.

The legal',
    'you pay no tuition fees, and you get a wage. Since January 2026 the government pays for level 7 only if you start before you’re 22, with few exceptions.

The legal'),
    'Many employers pay more, so compare adverts.',
    'These rates change every April, and many employers pay more, so compare adverts.'),
    'Applying costs £28.95 for 2027 entry. From this round',
    'Applying cost £28.95 in January 2026, and the form shows today’s fee before you pay. From the round for 2027'),
  updated_at = '2026-11-28 08:00Z'
where slug = 'after-a-levels' and version = 1;

-- A source with an address of 0018 is replaced by those listed for it.
update guide set sources = (
  select jsonb_agg(
    case when corrected.url is null then source
    else jsonb_build_object('title', corrected.title, 'url', corrected.url, 'checkedOn', '2026-11-28') end
    order by position, corrected.rank
  )
  from jsonb_array_elements(sources) with ordinality as listed (source, position)
  left join (values
    ('https://www.legislation.gov.uk/uksi/2013/3134/body', 1,
      'Consumer Contracts Regulations 2013, the law behind the 14 days',
      'https://www.legislation.gov.uk/uksi/2013/3134/body'),
    ('https://www.legislation.gov.uk/uksi/2013/3134/body', 2,
      'Consumer Rights Act 2015, the law behind care and skill',
      'https://www.legislation.gov.uk/ukpga/2015/15/notes/division/3/1/5'),
    ('https://nationalcareers.service.gov.uk/', 1,
      'National Careers Service',
      'https://nationalcareers.service.gov.uk/'),
    ('https://nationalcareers.service.gov.uk/', 2,
      'Career Development Institute: the National Careers Service from October 2026',
      'https://www.thecdi.net/news/uk-government-to-bring-national-careers-service-staff-in-house-from-october-2026'),
    ('https://ico.org.uk/for-organisations/guide-to-pecr/guidance-on-direct-marketing-using-electronic-mail/how-do-we-comply-with-the-rules-on-sending-marketing-by-electronic-mail/', 1,
      'ICO: direct marketing and electronic messages',
      'https://ico.org.uk/for-organisations/direct-marketing-and-privacy-and-electronic-communications/'),
    ('https://ind.nl/en/Pages/Study-progress-monitoring.aspx', 1,
      'IND: the student residence permit, and progress in your studies',
      'https://ind.nl/en/residence-permits/study/student-residence-permit-for-university-or-higher-professional-education'),
    ('https://www.germanonlinetests.com/news/germany-blocked-account-2026-requirements-complete-student-visa-guide', 1,
      'German Federal Foreign Office: the blocked account (in German)',
      'https://www.auswaertiges-amt.de/de/service/visa-und-aufenthalt/nationale-visa/visa-schule-studium-sprachkurs/sperrkonto'),
    ('https://www.germanonlinetests.com/news/germany-blocked-account-2026-requirements-complete-student-visa-guide', 2,
      'Stuttgarter Zeitung: student grants, as planned for autumn 2026 (in German)',
      'https://www.stuttgarter-zeitung.de/inhalt.bafoeg-koalitionsvertrag-neuerungen-2026-mhsd.5a89464a-d13e-4e78-9f6d-d5f1c31f7d04.html'),
    ('https://www.eureporter.co/uncategorized/2024/03/18/germany-implements-changes-for-international-student-employment/', 1,
      'Make it in Germany: working while you study',
      'https://www.make-it-in-germany.com/en/study-vocational-training/studies-in-germany/work'),
    ('https://www.bbc.co.uk/news/articles/c51xenx7pvqo', 1,
      'BBC News: what is an apprenticeship?',
      'https://www.bbc.co.uk/news/articles/c51xenx7pvqo'),
    ('https://www.bbc.co.uk/news/articles/c51xenx7pvqo', 2,
      'FE Week: who pays for level 7 since January 2026',
      'https://feweek.co.uk/level-7-apprenticeship-funding-to-be-axed-from-january-2026'),
    ('https://www.independent.co.uk/bulletin/news/university-fee-waived-care-leavers-uca-b2905237.html', 1,
      'The Independent: the application fee in January 2026',
      'https://www.independent.co.uk/bulletin/news/university-fee-waived-care-leavers-uca-b2905237.html'),
    ('https://www.independent.co.uk/bulletin/news/university-fee-waived-care-leavers-uca-b2905237.html', 2,
      'UCAS: the fee waiver for care leavers',
      'https://www.ucas.com/corporate/news-and-key-documents/news/ucas-expands-fee-waiver-to-care-leavers-after-tens-of-thousands-on-free-school-meals-benefit-from')
  ) as corrected (replaced, rank, title, url) on corrected.replaced = source->>'url'
)
where version = 1;
