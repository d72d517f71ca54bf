<?xml version="1.0"?>
<!-- feed.xsl: a feed, an item a line of JSON.  RSS 2.0 (rssboard.org), RSS 1.0
     (web.resource.org/rss/1.0/spec), Atom (RFC 4287). -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
	xmlns:str="http://exslt.org/strings" extension-element-prefixes="str">
<xsl:import href="html.xsl"/>
<xsl:output method="text" encoding="UTF-8"/>

<xsl:template match="/">
	<xsl:if test="not(/*[local-name() = 'rss' or local-name() = 'RDF'
		or local-name() = 'feed'])">
		<xsl:text>{"not":"a feed"}&#10;</xsl:text>
	</xsl:if>
	<xsl:for-each select="/*/*[local-name() = 'item' or local-name() = 'entry']
		| /*/*[local-name() = 'channel']/*[local-name() = 'item']">
		<xsl:variable name="content" select="(*[local-name() = 'encoded'
			or local-name() = 'content'] | self::*[not(*[local-name() = 'encoded'
			or local-name() = 'content'])]/*[local-name() = 'description'
			or local-name() = 'summary'])[1]"/>
		<xsl:text>{"tags":[null</xsl:text>
		<xsl:for-each select="*[local-name() = 'category'
			or local-name() = 'subject']">
			<xsl:text>,</xsl:text>
			<xsl:call-template name="json">
				<xsl:with-param name="text"
					select="normalize-space(concat(@term, .))"/>
			</xsl:call-template>
		</xsl:for-each>
		<xsl:text>]</xsl:text>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'feed'"/>
			<xsl:with-param name="text" select="normalize-space((/*/*[local-name()
				= 'channel'] | /*)[last()]/*[local-name() = 'title'][1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'id'"/>
			<xsl:with-param name="text" select="normalize-space((*[local-name() =
				'guid' or local-name() = 'id'] | @*[local-name() = 'about'])[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'title'"/>
			<xsl:with-param name="text"
				select="normalize-space(*[local-name() = 'title'][1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'url'"/>
			<xsl:with-param name="text" select="normalize-space((*[local-name() =
				'link'][not(@rel) or @rel = 'alternate'][. != '']
				| *[local-name() = 'link'][not(@rel) or @rel = 'alternate']/@href)[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'created'"/>
			<xsl:with-param name="text" select="normalize-space((*[local-name() =
				'published'] | *[local-name() = 'pubDate'] | *[local-name() =
				'date'] | *[local-name() = 'updated'])[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'updated'"/>
			<xsl:with-param name="text"
				select="normalize-space(*[local-name() = 'updated'][1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'author'"/>
			<xsl:with-param name="text" select="normalize-space((*[local-name() =
				'creator'] | *[local-name() = 'author']/*[local-name() = 'name']
				| *[local-name() = 'author'][not(*)])[1])"/>
		</xsl:call-template>
		<xsl:call-template name="member">
			<xsl:with-param name="name" select="'enclosure'"/>
			<xsl:with-param name="text" select="normalize-space((*[local-name() =
				'enclosure']/@url | *[local-name() = 'link'
				and @rel = 'enclosure']/@href)[1])"/>
		</xsl:call-template>
		<!-- XHTML is here already; all else but plain text is HTML in a text. -->
		<xsl:choose>
		<xsl:when test="$content/*">
			<xsl:variable name="text">
				<xsl:apply-templates select="$content/*" mode="md"/>
			</xsl:variable>
			<xsl:call-template name="member">
				<xsl:with-param name="name" select="'text'"/>
				<xsl:with-param name="text" select="$text"/>
			</xsl:call-template>
		</xsl:when>
		<xsl:otherwise>
			<xsl:call-template name="member">
				<xsl:with-param name="name">
					<xsl:choose>
					<xsl:when test="$content/@type = 'text' or /*[local-name()
						= 'feed'] and not($content/@type)">text</xsl:when>
					<xsl:otherwise>html</xsl:otherwise>
					</xsl:choose>
				</xsl:with-param>
				<xsl:with-param name="text" select="$content"/>
			</xsl:call-template>
		</xsl:otherwise>
		</xsl:choose>
		<xsl:text>}&#10;</xsl:text>
	</xsl:for-each>
</xsl:template>
</xsl:stylesheet>
